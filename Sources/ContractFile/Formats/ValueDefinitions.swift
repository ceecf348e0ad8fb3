import JSON

/// Sorts of values that are no mappings with keys of their own, as editors know them.
enum ValueDefinitions {
    /// The members of a JSON object that the tool itself writes.
    static func definitions(_ text: String) -> [JSONObject.Member] {
        JSONValue(fixed: text).objectValue?.members ?? []
    }

    /// Values in many places, and choices between mappings.
    static let values = definitions(
        #"""
        {
            "template": {
              "description": "A text with `{{…}}` in it, for a row, a variable or a capture to fill in.",
              "type": "string",
              "pattern": "\\{\\{"
            },
            "rowValue": {
              "description": "A value that the rows of the case give, whatever its type: `{{column}}`; without it in a row, the key is left out.",
              "type": "string",
              "pattern": "^\\{\\{ *[^{} ]+ *\\}\\}$"
            },
            "hasRowKey": { "not": { "propertyNames": { "not": { "pattern": "\\{\\{" } } } },
            "text": { "type": ["string", "number", "boolean"] },
            "scalar": { "type": ["string", "number", "boolean", "null"] },
            "flag": { "anyOf": [{ "type": "boolean" }, { "$ref": "#/$defs/template" }] },
            "identifier": { "type": "string", "pattern": "^x-|^[^\\[\\]/*\\s]+$" },
            "duration": {
              "description": "A time: a number and us, ms, s, m, h or d.",
              "type": "string",
              "pattern": "^[0-9]{1,9}(\\.[0-9]{1,9})?(us|ms|s|m|h|d)$|\\{\\{"
            },
            "doc": {
              "description": "Where the documents say so: a name of `docs`, and # with a heading or lines.",
              "type": "string",
              "examples": ["guide#Sending", "guide#L12-L30"]
            },
            "summary": {
              "description": "What it is about, in one sentence for people.",
              "type": "string",
              "examples": ["Registers a push"]
            },
            "untestable": {
              "description": "Why no request can bring this about; it does not count as not covered then.",
              "type": "string",
              "minLength": 1,
              "examples": ["only the console gives it"]
            },
            "noDefect": {
              "description": "Why nothing that a server could do wrong would break this; it needs no proof by `verify --mutants` then.",
              "type": "string",
              "minLength": 1,
              "examples": ["the library decides it before anything is sent"]
            },
            "tags": {
              "description": "Words by which a run picks cases or leaves them out.",
              "type": ["string", "array"],
              "items": { "type": "string" },
              "examples": [["delivery"]]
            },
            "bindings": {
              "description": "Values that `{{name}}` puts in, drawn once and in this order; `json`, `base64`, `join`, `repeat`, `text` and `first` compute one.",
              "type": ["object", "string"],
              "pattern": "^\\{\\{ *[^{} ]+ *\\}\\}$",
              "propertyNames": {
                "anyOf": [{ "$ref": "#/$defs/valueName" }, { "$ref": "#/$defs/template" }]
              },
              "patternProperties": { "^x-": true },
              "additionalProperties": { "$ref": "#/$defs/computed" },
              "examples": [{ "token": "{{hex 64}}" }]
            },
            "fields": {
              "type": "object",
              "additionalProperties": { "$ref": "#/$defs/fieldValue" }
            },
            "fieldValue": {
              "description": "A value, or a list of values for a name that is sent several times.",
              "type": ["string", "number", "boolean", "null", "array"],
              "items": { "$ref": "#/$defs/scalar" }
            },
            "tokenFields": {
              "description": "Fields of the token request; in the form they go before those of OAuth.",
              "type": "object",
              "additionalProperties": { "$ref": "#/$defs/computedField" }
            },
            "signatureValue": {
              "description": "What stands there, around `{{signature}}`.",
              "type": "string",
              "pattern": "\\{\\{[ \\t]*signature[ \\t]*\\}\\}"
            },
            "errorReference": {
              "description": "An error of the catalogue.",
              "anyOf": [{ "$ref": "#/$defs/text" }, { "$ref": "#/$defs/detailedError" }],
              "examples": ["E400008"]
            },
            "promises": {
              "type": ["string", "number", "boolean", "array"],
              "items": { "$ref": "#/$defs/text" },
              "examples": ["createPush/both-times"]
            },
            "given": {
              "description": "The conditions of the server that the case needs, each a name of `states` or { name: { parameter: value } }; such a case runs alone.",
              "type": ["string", "object", "array"],
              "items": {
                "type": ["string", "object"],
                "additionalProperties": { "$ref": "#/$defs/stateParameters" }
              },
              "additionalProperties": { "$ref": "#/$defs/stateParameters" },
              "examples": [["quota-used-up"]]
            },
            "stateParameters": {
              "description": "The values that the state takes.",
              "type": ["object", "null", "string"],
              "pattern": "^\\{\\{ *[^{} ]+ *\\}\\}$"
            },
            "hooks": {
              "type": ["array", "string"],
              "pattern": "^\\{\\{ *[^{} ]+ *\\}\\}$",
              "items": {
                "allOf": [{ "$ref": "#/$defs/anyStep" }, { "properties": { "covers": false } }]
              },
              "examples": [[{ "call": "createPush" }]]
            },
            "anyStep": {
              "if": { "type": "object", "required": ["group"] },
              "then": { "$ref": "#/$defs/groupStep" },
              "else": {
                "if": { "type": "object", "required": ["received"] },
                "then": { "$ref": "#/$defs/receivedStep" },
                "else": { "$ref": "#/$defs/step" }
              }
            },
            "whole": { "anyOf": [{ "const": true }, { "$ref": "#/$defs/template" }] },
            "clientState": {
              "description": "What a client remembers, by name.",
              "type": ["object", "string"],
              "pattern": "^\\{\\{ *[^{} ]+ *\\}\\}$",
              "propertyNames": {
                "anyOf": [{ "$ref": "#/$defs/valueName" }, { "$ref": "#/$defs/template" }]
              },
              "patternProperties": { "^x-": true },
              "examples": [{ "token": null }]
            },
            "outcomeCondition": {
              "if": {
                "type": "object",
                "anyOf": [
                  { "required": ["transport"] },
                  { "required": ["error"] },
                  { "required": ["response"] }
                ]
              },
              "then": { "$ref": "#/$defs/exchangeCondition" },
              "else": { "$ref": "#/$defs/assertion" }
            },
            "captures": {
              "description": "Values of the answer, or of the request that was received, that later steps use, each by its name.",
              "type": ["object", "string"],
              "pattern": "^\\{\\{ *[^{} ]+ *\\}\\}$",
              "propertyNames": {
                "anyOf": [{ "$ref": "#/$defs/valueName" }, { "$ref": "#/$defs/template" }]
              },
              "patternProperties": { "^x-": true },
              "additionalProperties": { "$ref": "#/$defs/capture" },
              "examples": [{ "id": { "jsonpath": "$.objectId" } }]
            }
        }
        """#
    )

    /// The sections of requests.
    static let requests = definitions(
        #"""
        {
            "method": {
              "description": "The HTTP method; GET by default.",
              "type": "string",
              "pattern": "^[!#$%&'*+.^_`|~0-9A-Za-z-]+$|\\{\\{",
              "examples": ["GET", "POST", "PUT", "PATCH", "DELETE", "HEAD", "OPTIONS"]
            },
            "path": {
              "description": "The path behind the base path; `{name}` takes a value of `params` (RFC 6570).",
              "type": "string",
              "pattern": "^(/|\\{|$)",
              "examples": ["/push/{id}"]
            },
            "basePath": {
              "description": "What stands before the path instead of the target's base path.",
              "type": "string",
              "pattern": "^(/|\\{\\{|$)",
              "examples": ["/v2"]
            },
            "url": {
              "description": "A whole address instead of a path, for a server that is no target.",
              "type": "string",
              "pattern": "^[Hh][Tt][Tt][Pp][Ss]?://|\\{\\{",
              "examples": ["https://example.com/push"]
            },
            "targetName": {
              "description": "The target that the request goes to.",
              "type": "string",
              "examples": ["api"]
            },
            "params": {
              "description": "The values for `{name}` in the path.",
              "type": ["object", "null", "string"],
              "pattern": "^\\{\\{ *[^{} ]+ *\\}\\}$",
              "examples": [{ "id": "{{id}}" }]
            },
            "headers": {
              "description": "Header fields; a list sends the field several times, and null leaves it out.",
              "type": ["object", "null", "string"],
              "pattern": "^\\{\\{ *[^{} ]+ *\\}\\}$",
              "additionalProperties": { "$ref": "#/$defs/fieldValue" },
              "examples": [{ "Accept": "application/json" }]
            },
            "query": {
              "description": "Query fields, or a text that is sent as it is.",
              "type": ["object", "null", "string"],
              "additionalProperties": { "$ref": "#/$defs/computedField" },
              "examples": [{ "where": { "json": { "rank": 1 } }, "limit": 5 }, "where=%7B"]
            },
            "form": {
              "description": "The body as a form, or a text that is sent as it is.",
              "type": ["object", "null", "string"],
              "additionalProperties": { "$ref": "#/$defs/computedField" },
              "examples": [{ "message": "hello" }]
            },
            "json": {
              "description": "The body as JSON, null too; a text is sent as it is, which need not be JSON.",
              "examples": [{ "message": "hello" }, "{\"broken\""]
            },
            "parts": {
              "description": "A part, or several that have one name.",
              "anyOf": [
                { "$ref": "#/$defs/part" },
                { "type": "array", "items": { "$ref": "#/$defs/part" } }
              ],
              "examples": [["a", "b"]]
            },
            "multipart": {
              "description": "The body as a form with files.",
              "type": ["object", "null", "string"],
              "pattern": "^\\{\\{ *[^{} ]+ *\\}\\}$",
              "additionalProperties": { "$ref": "#/$defs/parts" },
              "examples": [{ "data": { "file": "data.bin" } }]
            },
            "textBody": {
              "description": "The body as text.",
              "$ref": "#/$defs/scalar",
              "examples": ["hello"]
            },
            "file": {
              "description": "The file that is sent, by its path from here.",
              "type": "string",
              "minLength": 1,
              "examples": ["data.bin"]
            },
            "security": {
              "description": "The security scheme that proves who sends the request, or none.",
              "type": "string",
              "examples": ["none"]
            },
            "encodingName": {
              "description": "How query and form are spelled: percent, form, or a name of `encodings`.",
              "type": "string",
              "default": "percent",
              "examples": ["percent", "form"]
            }
        }
        """#
    )
}
