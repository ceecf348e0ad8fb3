#ifndef CARTICLES_H
#define CARTICLES_H

// The articles of the documentation catalog, put into the program by the compiler, so that the
// binary alone has them. All strings end in a zero and are constants of the program.

/// How many articles there are.
int carticles_count(void);
/// The name of the file of article `index`, without its ending: `ContractFormat`.
const char *carticles_name(int index);
/// Its text, as Markdown.
const char *carticles_text(int index);

#endif
