import JSON

extension ValueDefinitions {
    /// Values that are computed.
    static let computed = definitions(
        #"""
        {
            "computed": {
              "description": "A value, or an expression: `json`, `base64`, `join`, `repeat`, `text` or `first`.",
              "items": { "$ref": "#/$defs/computed" },
              "if": { "type": "object", "required": ["json"], "maxProperties": 1 },
              "then": true,
              "else": { "additionalProperties": { "$ref": "#/$defs/computed" } },
              "allOf": [
                {
                  "if": { "type": "object", "required": ["first"], "maxProperties": 1 },
                  "then": {
                    "properties": {
                      "first": {
                        "allOf": [{ "$ref": "#/$defs/listOrRow" }],
                        "items": {
                          "if": {
                            "type": "object",
                            "anyOf": [{ "required": ["when"] }, { "required": ["value"] }]
                          },
                          "then": { "$ref": "#/$defs/alternative" }
                        }
                      }
                    }
                  }
                },
                {
                  "if": {
                    "type": "object",
                    "required": ["join"],
                    "propertyNames": { "enum": ["join", "with"] }
                  },
                  "then": {
                    "properties": {
                      "join": {
                        "items": { "$ref": "#/$defs/textPart" },
                        "anyOf": [
                          { "$ref": "#/$defs/listOrRow" },
                          { "$ref": "#/$defs/template" },
                          { "$ref": "#/$defs/expression" }
                        ],
                        "if": {
                          "type": "object",
                          "required": ["repeat"],
                          "propertyNames": { "enum": ["repeat", "of"] }
                        },
                        "then": { "properties": { "of": { "$ref": "#/$defs/textPart" } } }
                      }
                    }
                  }
                },
                {
                  "if": { "type": "object", "required": ["base64"], "maxProperties": 1 },
                  "then": { "properties": { "base64": { "$ref": "#/$defs/textPart" } } }
                },
                {
                  "if": { "type": "object", "required": ["text"], "maxProperties": 1 },
                  "then": { "properties": { "text": { "$ref": "#/$defs/textPart" } } }
                },
                {
                  "if": {
                    "type": "object",
                    "required": ["repeat", "with"],
                    "propertyNames": { "enum": ["repeat", "of", "with"] }
                  },
                  "then": { "properties": { "of": { "$ref": "#/$defs/textPart" } } }
                },
                {
                  "if": {
                    "type": "object",
                    "required": ["repeat"],
                    "propertyNames": { "enum": ["repeat", "of", "with"] }
                  },
                  "then": {
                    "required": ["of"],
                    "properties": {
                      "repeat": {
                        "anyOf": [
                          { "type": "integer", "minimum": 0, "maximum": 1000000 },
                          { "$ref": "#/$defs/template" },
                          { "$ref": "#/$defs/expression" }
                        ]
                      }
                    }
                  }
                }
              ]
            },
            "textPart": {
              "description": "A scalar, or an expression that gives one; it is converted to a string.",
              "not": { "type": "array" },
              "if": { "type": "object" },
              "then": {
                "anyOf": [
                  { "$ref": "#/$defs/jsonExpression" },
                  { "$ref": "#/$defs/base64Expression" },
                  { "$ref": "#/$defs/textExpression" },
                  { "$ref": "#/$defs/firstExpression" },
                  { "$ref": "#/$defs/joinExpression" },
                  { "allOf": [{ "$ref": "#/$defs/repeatExpression" }], "required": ["with"] }
                ]
              }
            },
            "computedField": {
              "description": "A value, a list of values for a repeated name, or an expression: `{ json: … }`.",
              "anyOf": [{ "$ref": "#/$defs/fieldValue" }, { "$ref": "#/$defs/expression" }]
            },
            "expression": {
              "description": "A computed value.",
              "type": "object",
              "allOf": [{ "$ref": "#/$defs/computed" }],
              "oneOf": [
                { "$ref": "#/$defs/jsonExpression" },
                { "$ref": "#/$defs/base64Expression" },
                { "$ref": "#/$defs/textExpression" },
                { "$ref": "#/$defs/firstExpression" },
                { "$ref": "#/$defs/joinExpression" },
                { "$ref": "#/$defs/repeatExpression" }
              ]
            },
            "jsonExpression": {
              "type": "object",
              "required": ["json"],
              "properties": { "json": { "description": "The value to write as JSON text." } },
              "additionalProperties": false,
              "examples": [{ "json": { "rank": 1 } }]
            },
            "base64Expression": {
              "type": "object",
              "required": ["base64"],
              "properties": { "base64": { "description": "The string to encode in Base64." } },
              "additionalProperties": false,
              "examples": [{ "base64": "user:password" }]
            },
            "textExpression": {
              "type": "object",
              "required": ["text"],
              "properties": {
                "text": { "description": "The value to convert to a string, for example a number." }
              },
              "additionalProperties": false,
              "examples": [{ "text": 17 }]
            },
            "firstExpression": {
              "type": "object",
              "required": ["first"],
              "properties": {
                "first": {
                  "description": "Alternatives; the first one that has a value is used."
                }
              },
              "additionalProperties": false,
              "examples": [{ "first": ["a", "b"] }]
            },
            "joinExpression": {
              "type": "object",
              "required": ["join"],
              "properties": {
                "join": { "description": "The strings to join." },
                "with": { "description": "The separator; none by default." }
              },
              "additionalProperties": false,
              "examples": [{ "join": ["a", "b"], "with": "," }]
            },
            "repeatExpression": {
              "type": "object",
              "required": ["repeat", "of"],
              "properties": {
                "repeat": { "description": "The number of repetitions, from 0 to 1,000,000." },
                "of": {
                  "description": "The value to repeat; random values are drawn anew each time."
                },
                "with": {
                  "description": "The separator of the repetitions; without it, the value is a list."
                }
              },
              "additionalProperties": false,
              "examples": [{ "repeat": 3, "of": "{{hex 4}}", "with": "," }]
            },
            "listOrRow": { "type": ["array", "string"], "pattern": "^\\{\\{ *[^{} ]+ *\\}\\}$" }
        }
        """#
    )
}
