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

/// What Locust loads to carry the messages of a run, as Python.
const char *carticles_locustfile(void);
/// What Kubernetes starts a coordinator and its generators with, as YAML.
const char *carticles_manifest(void);

#endif
