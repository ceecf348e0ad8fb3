#ifndef CXML_SHIM_H
#define CXML_SHIM_H

#include <libxml/parser.h>
#include <libxml/tree.h>
#include <libxml/xpath.h>
#include <libxml/xpathInternals.h>

/* Entities can expand a small document enormously, or load an external one: the parser stops at the first
   declaration, and its user data records the reason. */
static inline void cxml_refuse_entity(void *context, const xmlChar *name, int type,
    const xmlChar *public_id, const xmlChar *system_id, xmlChar *content) {
    (void)name; (void)type; (void)public_id; (void)system_id; (void)content;
    xmlParserCtxtPtr parser = (xmlParserCtxtPtr)context;
    *(int *)parser->_private = 1;
    xmlStopParser(parser);
}

/* The type is const since libxml2 2.12. */
#if LIBXML_VERSION >= 21200
typedef const xmlError *cxml_error;
#else
typedef xmlErrorPtr cxml_error;
#endif

/* Errors that follow a fatal one are irrelevant: the parser stops, so the first stays its last. */
static inline void cxml_stop(void *context, cxml_error error) {
    if (error->level == XML_ERR_FATAL) xmlStopParser((xmlParserCtxtPtr)context);
}

/* The functions of a parser are members of a structure that Swift cannot set through the library's pointer
   types. Options that load external data stay off: no DTD, no network. *has_entities must outlive the parser. */
static inline xmlDocPtr cxml_read(xmlParserCtxtPtr parser, const char *bytes, int count, int *has_entities) {
    parser->_private = has_entities;
    parser->sax->entityDecl = cxml_refuse_entity;
    parser->sax->serror = cxml_stop;
    return xmlCtxtReadMemory(parser, bytes, count, NULL, NULL,
        XML_PARSE_NONET | XML_PARSE_NOERROR | XML_PARSE_NOWARNING | XML_PARSE_NOCDATA | XML_PARSE_COMPACT);
}

/* Errors are read from the context later; without this function they would go to standard error. */
static inline void cxml_silent(void *context, cxml_error error) { (void)context; (void)error; }

/* Without this function, unknown functions would be reported on standard error; it is set for each thread. */
static inline void cxml_mute(void *context, const char *message, ...) { (void)context; (void)message; }

static inline void cxml_prepare(xmlXPathContextPtr context, unsigned long steps) {
    xmlSetGenericErrorFunc(NULL, cxml_mute);
    context->error = cxml_silent;
    context->opLimit = steps;
}

/* Error numbers of XPath expressions follow those of the rest of the library. */
static inline int cxml_xpath_error(xmlXPathContextPtr context) {
    return (int)context->lastError.code - XML_XPATH_EXPRESSION_OK;
}

/* The byte of the expression at which the last error was found, counted from zero. */
static inline int cxml_xpath_place(xmlXPathContextPtr context) { return context->lastError.int1; }

/* A variable with a function. */
static inline void cxml_free(void *memory) { xmlFree(memory); }

static inline int cxml_count(xmlXPathObjectPtr found) {
    return found->nodesetval == NULL ? 0 : found->nodesetval->nodeNr;
}

/* Owned by the document. */
static inline xmlNodePtr cxml_node(xmlXPathObjectPtr found, int index) {
    return found->nodesetval->nodeTab[index];
}

#endif
