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
                  "description": "Another schema that holds too, for example #/schemas/NAME.",
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
                  "description": "A reference that the outermost schema of that name answers.",
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
                "$comment": { "description": "A remark for people.", "type": "string" },
                "type": {
                  "description": "The type of the value, or several of which it has one.",
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
                "const": { "description": "The one value that is allowed." },
                "enum": {
                  "description": "The values that are allowed.",
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
                  "description": "Members that must be there.",
                  "$ref": "#/$defs/schemaNames"
                },
                "minProperties": {
                  "description": "How many members there are at least.",
                  "$ref": "#/$defs/schemaCount"
                },
                "maxProperties": {
                  "description": "How many members there are at most.",
                  "$ref": "#/$defs/schemaCount"
                },
                "dependentRequired": {
                  "description": "Members that must be there when another one is.",
                  "type": "object",
                  "additionalProperties": { "$ref": "#/$defs/schemaNames" }
                },
                "dependentSchemas": {
                  "description": "Schemas that hold when a member is there.",
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
                  "description": "The schema that an element of a list keeps to.",
                  "$ref": "#/$defs/jsonSchema"
                },
                "minContains": {
                  "description": "How many elements keep to `contains` at least.",
                  "$ref": "#/$defs/schemaCount"
                },
                "maxContains": {
                  "description": "How many elements keep to `contains` at most.",
                  "$ref": "#/$defs/schemaCount"
                },
                "minItems": {
                  "description": "How many elements a list has at least.",
                  "$ref": "#/$defs/schemaCount"
                },
                "maxItems": {
                  "description": "How many elements a list has at most.",
                  "$ref": "#/$defs/schemaCount"
                },
                "uniqueItems": {
                  "description": "Whether no two elements may be equal.",
                  "$ref": "#/$defs/flag"
                },
                "minLength": {
                  "description": "How many characters a text has at least.",
                  "$ref": "#/$defs/schemaCount"
                },
                "maxLength": {
                  "description": "How many characters a text has at most.",
                  "$ref": "#/$defs/schemaCount"
                },
                "pattern": {
                  "description": "A regular expression that describes some part of a text.",
                  "type": "string"
                },
                "format": { "description": "What a text means, as a remark.", "type": "string" },
                "minimum": {
                  "description": "The least number that is allowed.",
                  "$ref": "#/$defs/schemaNumber"
                },
                "maximum": {
                  "description": "The greatest number that is allowed.",
                  "$ref": "#/$defs/schemaNumber"
                },
                "exclusiveMinimum": {
                  "description": "A number that the value is above.",
                  "$ref": "#/$defs/schemaNumber"
                },
                "exclusiveMaximum": {
                  "description": "A number that the value is below.",
                  "$ref": "#/$defs/schemaNumber"
                },
                "multipleOf": {
                  "description": "A number of which the value is a multiple.",
                  "type": ["number", "string"],
                  "exclusiveMinimum": 0,
                  "pattern": "\\{\\{"
                },
                "allOf": {
                  "description": "Schemas that all hold.",
                  "$ref": "#/$defs/schemaList"
                },
                "anyOf": {
                  "description": "Schemas of which at least one holds.",
                  "$ref": "#/$defs/schemaList"
                },
                "oneOf": {
                  "description": "Schemas of which exactly one holds.",
                  "$ref": "#/$defs/schemaList"
                },
                "not": {
                  "description": "A schema that does not hold.",
                  "$ref": "#/$defs/jsonSchema"
                },
                "if": {
                  "description": "The schema that decides between `then` and `else`.",
                  "$ref": "#/$defs/jsonSchema"
                },
                "then": {
                  "description": "The schema that holds when `if` does.",
                  "$ref": "#/$defs/jsonSchema"
                },
                "else": {
                  "description": "The schema that holds when `if` does not.",
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
                "title": { "description": "What the value is called.", "type": "string" },
                "description": { "description": "What the value is about.", "type": "string" },
                "default": { "description": "The value when there is none, as a remark." },
                "examples": {
                  "description": "Examples, as a remark.",
                  "$ref": "#/$defs/listOrRow"
                },
                "deprecated": {
                  "description": "Whether the value should no longer be used, as a remark.",
                  "$ref": "#/$defs/flag"
                },
                "readOnly": {
                  "description": "Whether only the server sets the value, as a remark.",
                  "$ref": "#/$defs/flag"
                },
                "writeOnly": {
                  "description": "Whether the server never shows the value, as a remark.",
                  "$ref": "#/$defs/flag"
                },
                "contentEncoding": {
                  "description": "How bytes are spelled in the text, as a remark.",
                  "type": "string"
                },
                "contentMediaType": {
                  "description": "The media type of the text, as a remark.",
                  "type": "string"
                },
                "contentSchema": {
                  "description": "The schema of what the text holds, as a remark.",
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
