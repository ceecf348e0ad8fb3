#include "CArticles.h"

// The compiler records each file as a dependency of this one. The landing page of the
// catalog is omitted: `assay help` replaces it.
#pragma clang diagnostic ignored "-Wc23-extensions"

static const unsigned char Tutorial[] = {
#embed "../AssayCLI/Documentation.docc/Tutorial.md"
    , 0};

static const unsigned char Verify[] = {
#embed "../AssayCLI/Documentation.docc/Verify.md"
    , 0};

static const unsigned char Load[] = {
#embed "../AssayCLI/Documentation.docc/Load.md"
    , 0};

static const unsigned char Delivery[] = {
#embed "../AssayCLI/Documentation.docc/Delivery.md"
    , 0};

static const unsigned char Capacity[] = {
#embed "../AssayCLI/Documentation.docc/Capacity.md"
    , 0};

static const unsigned char Distribution[] = {
#embed "../AssayCLI/Documentation.docc/Distribution.md"
    , 0};

static const unsigned char Compare[] = {
#embed "../AssayCLI/Documentation.docc/Compare.md"
    , 0};

static const unsigned char ContinuousIntegration[] = {
#embed "../AssayCLI/Documentation.docc/ContinuousIntegration.md"
    , 0};

static const unsigned char PushGateway[] = {
#embed "../AssayCLI/Documentation.docc/PushGateway.md"
    , 0};

static const unsigned char ForeignServer[] = {
#embed "../AssayCLI/Documentation.docc/ForeignServer.md"
    , 0};

static const unsigned char ContractFormat[] = {
#embed "../AssayCLI/Documentation.docc/ContractFormat.md"
    , 0};

static const unsigned char ContractKeys[] = {
#embed "../AssayCLI/Documentation.docc/ContractKeys.md"
    , 0};

static const unsigned char ClientsAndListeners[] = {
#embed "../AssayCLI/Documentation.docc/ClientsAndListeners.md"
    , 0};

static const unsigned char ProfileFormat[] = {
#embed "../AssayCLI/Documentation.docc/ProfileFormat.md"
    , 0};

static const unsigned char ProfileKeys[] = {
#embed "../AssayCLI/Documentation.docc/ProfileKeys.md"
    , 0};

static const unsigned char Trace[] = {
#embed "../AssayCLI/Documentation.docc/Trace.md"
    , 0};

static const unsigned char TraceKeys[] = {
#embed "../AssayCLI/Documentation.docc/TraceKeys.md"
    , 0};

static const unsigned char FaultsAndStubs[] = {
#embed "../AssayCLI/Documentation.docc/FaultsAndStubs.md"
    , 0};

static const unsigned char ExitStatus[] = {
#embed "../AssayCLI/Documentation.docc/ExitStatus.md"
    , 0};

static const unsigned char Benchmarks[] = {
#embed "../AssayCLI/Documentation.docc/Benchmarks.md"
    , 0};

static const unsigned char Architecture[] = {
#embed "../AssayCLI/Documentation.docc/Architecture.md"
    , 0};

// Files for other programs to run generators, as printed by commands.
static const unsigned char Locustfile[] = {
#embed "../AssayCLI/Generators/locustfile.py"
    , 0};

static const unsigned char Manifest[] = {
#embed "../AssayCLI/Generators/manifest.yaml"
    , 0};

// In the order of `assay help`.
static const struct {
    const char *name;
    const unsigned char *text;
} articles[] = {
    {"Tutorial", Tutorial},
    {"Verify", Verify},
    {"Load", Load},
    {"Delivery", Delivery},
    {"Capacity", Capacity},
    {"Distribution", Distribution},
    {"Compare", Compare},
    {"ContinuousIntegration", ContinuousIntegration},
    {"PushGateway", PushGateway},
    {"ForeignServer", ForeignServer},
    {"ContractFormat", ContractFormat},
    {"ContractKeys", ContractKeys},
    {"ClientsAndListeners", ClientsAndListeners},
    {"ProfileFormat", ProfileFormat},
    {"ProfileKeys", ProfileKeys},
    {"Trace", Trace},
    {"TraceKeys", TraceKeys},
    {"FaultsAndStubs", FaultsAndStubs},
    {"ExitStatus", ExitStatus},
    {"Benchmarks", Benchmarks},
    {"Architecture", Architecture},
};

int carticles_count(void) { return sizeof articles / sizeof articles[0]; }

const char *carticles_name(int index) { return articles[index].name; }

const char *carticles_text(int index) { return (const char *)articles[index].text; }

const char *carticles_locustfile(void) { return (const char *)Locustfile; }

const char *carticles_manifest(void) { return (const char *)Manifest; }
