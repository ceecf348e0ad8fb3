#include "CDefects.h"

// The compiler records each file as a dependency of this one.
#pragma clang diagnostic ignored "-Wc23-extensions"

static const unsigned char APNs[] = {
#embed "../../contracts/apns/defects.yaml"
    , 0};

static const unsigned char FCM[] = {
#embed "../../contracts/fcm/defects.yaml"
    , 0};

static const unsigned char WebPush[] = {
#embed "../../contracts/web-push/defects.yaml"
    , 0};

static const unsigned char NHNPush[] = {
#embed "../../contracts/nhn-push/defects.yaml"
    , 0};

static const unsigned char TOASTPush[] = {
#embed "../../contracts/toast-push/defects.yaml"
    , 0};

static const unsigned char NCMB[] = {
#embed "../../contracts/ncmb/defects.yaml"
    , 0};

static const unsigned char Nifty[] = {
#embed "../../contracts/nifty/defects.yaml"
    , 0};

static const unsigned char CorePush[] = {
#embed "../../contracts/core-push/defects.yaml"
    , 0};

static const struct {
    const char *name;
    const unsigned char *text;
} files[] = {
    {"apns", APNs},
    {"fcm", FCM},
    {"nhn-push", NHNPush},
    {"toast-push", TOASTPush},
    {"ncmb", NCMB},
    {"nifty", Nifty},
    {"core-push", CorePush},
    {"web-push", WebPush},
};

int cdefects_count(void) { return sizeof files / sizeof files[0]; }

const char *cdefects_name(int index) { return files[index].name; }

const char *cdefects_text(int index) { return (const char *)files[index].text; }
