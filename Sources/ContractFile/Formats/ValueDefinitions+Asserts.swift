import JSON

extension ValueDefinitions {
    /// What is expected, asked and judged.
    static let asserts = definitions(
        #"""
        {
            "expectedStatus": {
              "description": "The status code, or a predicate on it: { gte: 400 }.",
              "$ref": "#/$defs/statusOrPredicate",
              "examples": [201]
            },
            "signed": {
              "description": "Whether the answer carries a signature: true, false, or optional; true by default where the security scheme signs answers.",
              "anyOf": [{ "enum": [true, false, "optional"] }, { "$ref": "#/$defs/template" }],
              "examples": [false]
            },
            "transport": {
              "description": "The ways of getting no answer that are expected.",
              "anyOf": [
                { "$ref": "#/$defs/transportKind" },
                { "type": "array", "items": { "$ref": "#/$defs/transportKind" } }
              ],
              "examples": ["timeout"]
            },
            "bodySchema": {
              "description": "A JSON Schema (draft 2020-12) that the body keeps to.",
              "$ref": "#/$defs/jsonSchema",
              "examples": [{ "$ref": "#/schemas/Created" }]
            },
            "like": {
              "description": "An example of the body: the same names and types, whatever the values; the first element stands for all of a list."
            },
            "containedBody": {
              "description": "What the body contains: exactly these values; objects may have more names."
            },
            "equalBody": {
              "description": "What the body is: exactly these values and nothing else."
            },
            "asserts": {
              "description": "Asserts that must hold: a list, or one alone.",
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
                  "description": "A value to equal.",
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
              "description": "The header field of this name; a repeated one gives a list.",
              "type": "string",
              "minLength": 1
            },
            "cookieQuery": {
              "description": "The cookie of this name, or with NAME[Attribute] an attribute of it.",
              "type": "string",
              "minLength": 1
            },
            "jsonpathQuery": {
              "description": "What this JSONPath (RFC 9535) finds in the body.",
              "type": "string",
              "pattern": "^\\$|\\{\\{",
              "examples": ["$.results[*].objectId"]
            },
            "xpathQuery": {
              "description": "What this XPath 1.0 finds in an XML body: each node's text, or the value it works out; prefixes are those of `namespaces`.",
              "type": "string",
              "minLength": 1,
              "examples": ["/feed/entry/@id", "count(//*[local-name() = 'entry'])"]
            },
            "formQuery": {
              "description": "The field of this name in the form of the request.",
              "type": "string",
              "minLength": 1
            },
            "bareQuery": { "anyOf": [{ "enum": [true, null] }, { "$ref": "#/$defs/rowValue" }] },
            "filters": {
              "description": "Changes to what was found, before it is judged or kept: a list, or one alone.",
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
              "description": "A change with an argument.",
              "type": "object",
              "minProperties": 1,
              "maxProperties": 1,
              "properties": {
                "jsonpath": {
                  "description": "What this JSONPath finds in the value.",
                  "type": "string",
                  "pattern": "^\\$|\\{\\{"
                },
                "regex": {
                  "description": "The first group of the first match of this expression (ECMA-262), or the whole match without groups.",
                  "type": "string",
                  "format": "regex"
                },
                "replace": {
                  "description": "The text with every occurrence of the first of these texts replaced by the second.",
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
                  "description": "The parts of a text between these separators.",
                  "type": "string"
                },
                "nth": {
                  "description": "One element of a list; counts from zero, and from the end when negative.",
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
