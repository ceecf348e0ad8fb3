import JSON

extension ValueDefinitions {
    /// JSON Schema itself, as contracts hold it.
    static let schemas = definitions(
        #"""
        {
            "jsonSchema": {
              "description": "A JSON Schema of draft 2020-12; `$ref: \"#/schemas/NAME\"` refers to the table `schemas`.",
              "type": ["object", "boolean", "string"],
              "pattern": "^\\{\\{ *[^{} ]+ *\\}\\}$",
              "properties": {
                "$ref": {
                  "description": "Another schema that also applies, for example #/schemas/NAME.",
                  "type": "string"
                },
                "$defs": {
                  "description": "Schemas for reference.",
                  "$ref": "#/$defs/schemaTable"
                },
                "$id": {
                  "description": "The URI of this schema.",
                  "type": "string",
                  "pattern": "^[^#]*#?$"
                },
                "$schema": { "description": "The dialect of this schema.", "type": "string" },
                "$anchor": {
                  "description": "A name to refer to this schema by.",
                  "$ref": "#/$defs/schemaAnchor"
                },
                "$dynamicRef": {
                  "description": "A reference to the outermost schema with that name.",
                  "type": "string"
                },
                "$dynamicAnchor": {
                  "description": "A name for dynamic references.",
                  "$ref": "#/$defs/schemaAnchor"
                },
                "$vocabulary": { "description": "The vocabularies of a dialect." },
                "definitions": {
                  "description": "The older name of `$defs`.",
                  "$ref": "#/$defs/schemaTable"
                },
                "dependencies": {
                  "description": "The older name of `dependentSchemas` and `dependentRequired`.",
                  "type": ["object", "string"],
                  "pattern": "^\\{\\{ *[^{} ]+ *\\}\\}$",
                  "additionalProperties": {
                    "anyOf": [
                      { "$ref": "#/$defs/jsonSchema" },
                      { "$ref": "#/$defs/schemaNames" }
                    ]
                  }
                },
                "$comment": { "description": "A remark for readers.", "type": "string" },
                "type": {
                  "description": "The type of the value, or a list of allowed types.",
                  "anyOf": [
                    { "$ref": "#/$defs/valueType" },
                    {
                      "type": "array",
                      "minItems": 1,
                      "items": {
                        "anyOf": [
                          { "$ref": "#/$defs/valueType" },
                          { "$ref": "#/$defs/template" }
                        ]
                      }
                    },
                    { "$ref": "#/$defs/template" }
                  ]
                },
                "const": { "description": "The only allowed value." },
                "enum": {
                  "description": "The allowed values.",
                  "$ref": "#/$defs/listOrRow"
                },
                "properties": {
                  "description": "Schemas for members of an object, by their names.",
                  "$ref": "#/$defs/schemaTable"
                },
                "patternProperties": {
                  "description": "Schemas for members whose names match a regular expression.",
                  "$ref": "#/$defs/schemaTable"
                },
                "additionalProperties": {
                  "description": "The schema for members that nothing else describes.",
                  "$ref": "#/$defs/jsonSchema"
                },
                "propertyNames": {
                  "description": "The schema for the names of members.",
                  "$ref": "#/$defs/jsonSchema"
                },
                "required": {
                  "description": "Members that must exist.",
                  "$ref": "#/$defs/schemaNames"
                },
                "minProperties": {
                  "description": "The minimum number of members.",
                  "$ref": "#/$defs/schemaCount"
                },
                "maxProperties": {
                  "description": "The maximum number of members.",
                  "$ref": "#/$defs/schemaCount"
                },
                "dependentRequired": {
                  "description": "Members that must exist if another one exists.",
                  "type": "object",
                  "additionalProperties": { "$ref": "#/$defs/schemaNames" }
                },
                "dependentSchemas": {
                  "description": "Schemas that apply if a member exists.",
                  "$ref": "#/$defs/schemaTable"
                },
                "items": {
                  "description": "The schema for the elements of a list.",
                  "$ref": "#/$defs/jsonSchema"
                },
                "prefixItems": {
                  "description": "Schemas for the first elements of a list.",
                  "$ref": "#/$defs/schemaList"
                },
                "contains": {
                  "description": "The schema that some elements of a list satisfy.",
                  "$ref": "#/$defs/jsonSchema"
                },
                "minContains": {
                  "description": "The minimum number of elements that satisfy `contains`.",
                  "$ref": "#/$defs/schemaCount"
                },
                "maxContains": {
                  "description": "The maximum number of elements that satisfy `contains`.",
                  "$ref": "#/$defs/schemaCount"
                },
                "minItems": {
                  "description": "The minimum number of elements of a list.",
                  "$ref": "#/$defs/schemaCount"
                },
                "maxItems": {
                  "description": "The maximum number of elements of a list.",
                  "$ref": "#/$defs/schemaCount"
                },
                "uniqueItems": {
                  "description": "Whether all elements must be different.",
                  "$ref": "#/$defs/flag"
                },
                "minLength": {
                  "description": "The minimum number of characters in a string.",
                  "$ref": "#/$defs/schemaCount"
                },
                "maxLength": {
                  "description": "The maximum number of characters in a string.",
                  "$ref": "#/$defs/schemaCount"
                },
                "pattern": {
                  "description": "A regular expression that matches some part of a string.",
                  "type": "string"
                },
                "format": { "description": "The format of a string; not checked.", "type": "string" },
                "minimum": {
                  "description": "The smallest allowed number.",
                  "$ref": "#/$defs/schemaNumber"
                },
                "maximum": {
                  "description": "The largest allowed number.",
                  "$ref": "#/$defs/schemaNumber"
                },
                "exclusiveMinimum": {
                  "description": "A number that is less than the value.",
                  "$ref": "#/$defs/schemaNumber"
                },
                "exclusiveMaximum": {
                  "description": "A number that is greater than the value.",
                  "$ref": "#/$defs/schemaNumber"
                },
                "multipleOf": {
                  "description": "A number that the value is a multiple of.",
                  "type": ["number", "string"],
                  "exclusiveMinimum": 0,
                  "pattern": "\\{\\{"
                },
                "allOf": {
                  "description": "Schemas; the value must match all of them.",
                  "$ref": "#/$defs/schemaList"
                },
                "anyOf": {
                  "description": "Schemas; the value must match at least one.",
                  "$ref": "#/$defs/schemaList"
                },
                "oneOf": {
                  "description": "Schemas; the value must match exactly one.",
                  "$ref": "#/$defs/schemaList"
                },
                "not": {
                  "description": "A schema that the value must not satisfy.",
                  "$ref": "#/$defs/jsonSchema"
                },
                "if": {
                  "description": "The schema that selects `then` or `else`.",
                  "$ref": "#/$defs/jsonSchema"
                },
                "then": {
                  "description": "The schema that applies if the value satisfies `if`.",
                  "$ref": "#/$defs/jsonSchema"
                },
                "else": {
                  "description": "The schema that applies if the value does not satisfy `if`.",
                  "$ref": "#/$defs/jsonSchema"
                },
                "unevaluatedItems": {
                  "description": "The schema for elements that nothing else described.",
                  "$ref": "#/$defs/jsonSchema"
                },
                "unevaluatedProperties": {
                  "description": "The schema for members that nothing else described.",
                  "$ref": "#/$defs/jsonSchema"
                },
                "title": { "description": "The name of the value.", "type": "string" },
                "description": { "description": "A description of the value.", "type": "string" },
                "default": { "description": "The value if none is given, as a remark." },
                "examples": {
                  "description": "Examples, as a remark.",
                  "$ref": "#/$defs/listOrRow"
                },
                "deprecated": {
                  "description": "Whether the value is deprecated; not checked.",
                  "$ref": "#/$defs/flag"
                },
                "readOnly": {
                  "description": "Whether only the server sets the value; not checked.",
                  "$ref": "#/$defs/flag"
                },
                "writeOnly": {
                  "description": "Whether the server never returns the value; not checked.",
                  "$ref": "#/$defs/flag"
                },
                "contentEncoding": {
                  "description": "The encoding of bytes in the string; not checked.",
                  "type": "string"
                },
                "contentMediaType": {
                  "description": "The media type of the string; not checked.",
                  "type": "string"
                },
                "contentSchema": {
                  "description": "The schema of the decoded string; not checked.",
                  "$ref": "#/$defs/jsonSchema"
                }
              }
            },
            "schemaTable": {
              "type": ["object", "string"],
              "pattern": "^\\{\\{ *[^{} ]+ *\\}\\}$",
              "additionalProperties": { "$ref": "#/$defs/jsonSchema" }
            },
            "schemaList": {
              "type": ["array", "string"],
              "pattern": "^\\{\\{ *[^{} ]+ *\\}\\}$",
              "minItems": 1,
              "items": { "$ref": "#/$defs/jsonSchema" }
            },
            "schemaNames": {
              "type": ["array", "string"],
              "pattern": "^\\{\\{ *[^{} ]+ *\\}\\}$",
              "items": { "type": "string" }
            },
            "schemaAnchor": { "type": "string", "pattern": "^[A-Za-z_][A-Za-z0-9._-]*$" },
            "schemaCount": { "type": ["integer", "string"], "minimum": 0, "pattern": "\\{\\{" },
            "schemaNumber": { "type": ["number", "string"], "pattern": "\\{\\{" }
        }
        """#
    )
}
