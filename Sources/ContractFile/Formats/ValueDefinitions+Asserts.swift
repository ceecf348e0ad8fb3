import JSON

extension ValueDefinitions {
    /// What is expected, asked and judged.
    static let asserts = definitions(
        #"""
        {
            "expectedStatus": {
              "description": "The status code, or a predicate: { gte: 400 }.",
              "$ref": "#/$defs/statusOrPredicate",
              "examples": [201]
            },
            "signed": {
              "description": "Whether the response is signed: true, false, or optional; by default true if the security scheme signs responses.",
              "anyOf": [{ "enum": [true, false, "optional"] }, { "$ref": "#/$defs/template" }],
              "examples": [false]
            },
            "transport": {
              "description": "Expected ways to get no response.",
              "anyOf": [
                { "$ref": "#/$defs/transportKind" },
                { "type": "array", "items": { "$ref": "#/$defs/transportKind" } }
              ],
              "examples": ["timeout"]
            },
            "bodySchema": {
              "description": "A JSON Schema (draft 2020-12) for the body.",
              "$ref": "#/$defs/jsonSchema",
              "examples": [{ "$ref": "#/schemas/Created" }]
            },
            "like": {
              "description": "An example of the body: the same names and types, with any values; the first element of a list describes all of its elements."
            },
            "containedBody": {
              "description": "Values that the body contains; objects can have further members."
            },
            "equalBody": {
              "description": "The complete body: exactly these values and nothing else."
            },
            "asserts": {
              "description": "One assert or a list; all of them must hold.",
              "anyOf": [
                { "type": "array", "items": { "$ref": "#/$defs/assertion" } },
                { "$ref": "#/$defs/assertion" }
              ],
              "examples": [[{ "jsonpath": "$.count", "equals": 2 }]]
            },
            "valueOrPredicate": {
              "anyOf": [
                { "$ref": "#/$defs/predicate" },
                {
                  "description": "An equal value.",
                  "not": {
                    "type": "object",
                    "allOf": [{ "$ref": "#/$defs/hasPredicate" }],
                    "propertyNames": { "$ref": "#/$defs/predicateName" }
                  }
                }
              ]
            },
            "scalarOrPredicate": {
              "anyOf": [{ "$ref": "#/$defs/scalar" }, { "$ref": "#/$defs/scalarPredicate" }]
            },
            "scalarPredicate": {
              "allOf": [{ "$ref": "#/$defs/predicate" }],
              "properties": {
                "not": { "$ref": "#/$defs/scalarOrPredicate" },
                "anyOf": { "items": { "$ref": "#/$defs/scalarOrPredicate" } }
              }
            },
            "countOrPredicate": {
              "anyOf": [
                { "type": "integer", "minimum": 0 },
                { "$ref": "#/$defs/template" },
                { "$ref": "#/$defs/countPredicate" }
              ]
            },
            "countPredicate": {
              "allOf": [{ "$ref": "#/$defs/predicate" }],
              "properties": {
                "not": { "$ref": "#/$defs/countOrPredicate" },
                "anyOf": { "items": { "$ref": "#/$defs/countOrPredicate" } }
              }
            },
            "statusOrPredicate": {
              "anyOf": [
                { "type": "integer", "minimum": 100, "maximum": 599 },
                { "$ref": "#/$defs/template" },
                { "$ref": "#/$defs/statusPredicate" }
              ]
            },
            "statusPredicate": {
              "allOf": [{ "$ref": "#/$defs/predicate" }],
              "properties": {
                "not": { "$ref": "#/$defs/statusOrPredicate" },
                "anyOf": { "items": { "$ref": "#/$defs/statusOrPredicate" } }
              }
            },
            "hasClientQuery": {
              "anyOf": [
                { "required": ["state"] },
                { "required": ["argument"] },
                { "required": ["result"] }
              ]
            },
            "onlyQuery": {
              "allOf": [
                { "$ref": "#/$defs/oneQuery" },
                {
                  "not": {
                    "required": ["bytes"],
                    "allOf": [{ "$ref": "#/$defs/hasOtherQuery" }]
                  }
                }
              ]
            },
            "toleranceOfEquals": {
              "if": { "required": ["within"] },
              "then": {
                "required": ["equals"],
                "properties": {
                  "equals": {
                    "anyOf": [
                      { "type": "number" },
                      { "$ref": "#/$defs/template" },
                      { "$ref": "#/$defs/textExpression" }
                    ]
                  }
                }
              }
            },
            "noValue": { "anyOf": [{ "type": "null" }, { "$ref": "#/$defs/rowValue" }] },
            "string": { "anyOf": [{ "type": "string" }, { "$ref": "#/$defs/textExpression" }] },
            "boolean": {
              "anyOf": [{ "$ref": "#/$defs/flag" }, { "$ref": "#/$defs/textExpression" }]
            },
            "ordered": {
              "anyOf": [{ "type": ["number", "string"] }, { "$ref": "#/$defs/textExpression" }]
            },
            "headerQuery": {
              "description": "The header field with this name; a repeated field gives a list.",
              "type": "string",
              "minLength": 1
            },
            "cookieQuery": {
              "description": "The cookie with this name; NAME[Attribute] is one of its attributes.",
              "type": "string",
              "minLength": 1
            },
            "jsonpathQuery": {
              "description": "The values that this JSONPath (RFC 9535) selects in the body.",
              "type": "string",
              "pattern": "^\\$|\\{\\{",
              "examples": ["$.results[*].objectId"]
            },
            "xpathQuery": {
              "description": "The nodes of an XML body that this XPath 1.0 expression selects, as strings, or the value that it computes; prefixes are those of `namespaces`.",
              "type": "string",
              "minLength": 1,
              "examples": ["/feed/entry/@id", "count(//*[local-name() = 'entry'])"]
            },
            "formQuery": {
              "description": "The field with this name in the form of the request.",
              "type": "string",
              "minLength": 1
            },
            "bareQuery": { "anyOf": [{ "enum": [true, null] }, { "$ref": "#/$defs/rowValue" }] },
            "filters": {
              "description": "Filters that change the value before it is checked or captured: one or a list.",
              "anyOf": [
                { "type": "array", "items": { "$ref": "#/$defs/filter" } },
                { "$ref": "#/$defs/filter" }
              ],
              "examples": [["base64Decode", "parseJson"]]
            },
            "filter": {
              "anyOf": [
                { "$ref": "#/$defs/filterName" },
                { "$ref": "#/$defs/filterWithArgument" },
                { "$ref": "#/$defs/template" }
              ]
            },
            "filterWithArgument": {
              "description": "A filter with an argument.",
              "type": "object",
              "minProperties": 1,
              "maxProperties": 1,
              "properties": {
                "jsonpath": {
                  "description": "The values that this JSONPath selects in the value.",
                  "type": "string",
                  "pattern": "^\\$|\\{\\{"
                },
                "regex": {
                  "description": "The first group of the first match of this regular expression (ECMA-262), or the complete match if it has no groups.",
                  "type": "string",
                  "format": "regex"
                },
                "replace": {
                  "description": "The string, with every occurrence of the first of these strings replaced by the second.",
                  "type": ["array", "string"],
                  "pattern": "\\{\\{",
                  "minItems": 2,
                  "maxItems": 2,
                  "prefixItems": [{ "type": "string", "minLength": 1 }, { "type": "string" }]
                },
                "urlQueryParam": {
                  "description": "The value of this field in the query of a URL.",
                  "type": "string"
                },
                "split": {
                  "description": "The parts of a string between occurrences of this separator.",
                  "type": "string"
                },
                "nth": {
                  "description": "One element of a list, by index from 0; a negative index counts from the end.",
                  "type": ["integer", "string"],
                  "pattern": "\\{\\{"
                }
              },
              "patternProperties": { "\\{\\{": true },
              "additionalProperties": false,
              "examples": [
                { "jsonpath": "$.id" },
                { "split": "," },
                { "nth": -1 },
                { "regex": "id=(\\d+)" },
                { "replace": ["-", ""] },
                { "urlQueryParam": "id" }
              ]
            }
        }
        """#
    )
}
