#ifndef CARTICLES_H
#define CARTICLES_H

// The articles of the documentation catalog, embedded by the compiler, so that the
// binary needs no further files. All strings are zero-terminated constants of the program.

/// Number of articles.
int carticles_count(void);
/// File name of article `index`, without its extension: `ContractFormat`.
const char *carticles_name(int index);
/// Text of an article, as Markdown.
const char *carticles_text(int index);

/// Locust plugin that carries the messages of a run, in Python.
const char *carticles_locustfile(void);
/// Kubernetes manifest for a coordinator and its generators, as YAML.
const char *carticles_manifest(void);

#endif
