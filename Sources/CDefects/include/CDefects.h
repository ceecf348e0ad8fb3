#ifndef CDEFECTS_H
#define CDEFECTS_H

// The files of defects beside the contracts, put into the program by the compiler. All strings end in a
// zero and are constants of the program.

/// How many files there are.
int cdefects_count(void);
/// The folder of file `index` below `contracts`: `ncmb`.
const char *cdefects_name(int index);
/// Its text, as YAML.
const char *cdefects_text(int index);

#endif
