import JSON

/// Kinds of values that are not mappings with their own keys, as editors know them.
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
              "description": "A string with `{{…}}`, into which a row, a variable or a capture is inserted.",
              "type": "string",
              "pattern": "\\{\\{"
            },
            "rowValue": {
              "description": "`{{column}}`: a value of any type from the rows of the case; in a row without this column, the key is omitted.",
              "type": "string",
              "pattern": "^\\{\\{ *[^{} ]+ *\\}\\}$"
            },
            "hasRowKey": { "not": { "propertyNames": { "not": { "pattern": "\\{\\{" } } } },
            "text": { "type": ["string", "number", "boolean"] },
            "scalar": { "type": ["string", "number", "boolean", "null"] },
            "flag": { "anyOf": [{ "type": "boolean" }, { "$ref": "#/$defs/template" }] },
            "identifier": { "type": "string", "pattern": "^x-|^[^\\[\\]/*\\s]+$" },
            "duration": {
              "description": "A duration: a number followed by us, ms, s, m, h or d.",
              "type": "string",
              "pattern": "^[0-9]{1,9}(\\.[0-9]{1,9})?(us|ms|s|m|h|d)$|\\{\\{"
            },
            "doc": {
              "description": "The place in the documents: a name from `docs`, then # and a heading or lines.",
              "type": "string",
              "examples": ["guide#Sending", "guide#L12-L30"]
            },
            "summary": {
              "description": "A description in one sentence.",
              "type": "string",
              "examples": ["Registers a push"]
            },
            "untestable": {
              "description": "The reason why no request can test the promise, which then does not count as not covered.",
              "type": "string",
              "minLength": 1,
              "examples": ["only the console gives it"]
            },
            "noDefect": {
              "description": "The reason why no defect of a server could break the promise; `verify --mutants` then needs no proof for it.",
              "type": "string",
              "minLength": 1,
              "examples": ["the library decides it before anything is sent"]
            },
            "tags": {
              "description": "Words by which a run selects or skips cases.",
              "type": ["string", "array"],
              "items": { "type": "string" },
              "examples": [["delivery"]]
            },
            "bindings": {
              "description": "Values that `{{name}}` inserts, computed once and in this order; `json`, `base64`, `join`, `repeat`, `text` and `first` are expressions.",
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
              "description": "A value, or a list of values for a repeated name.",
              "type": ["string", "number", "boolean", "null", "array"],
              "items": { "$ref": "#/$defs/scalar" }
            },
            "tokenFields": {
              "description": "Fields of the token request; in the form they precede those of OAuth.",
              "type": "object",
              "additionalProperties": { "$ref": "#/$defs/computedField" }
            },
            "signatureValue": {
              "description": "The value of the field, with `{{signature}}` in it.",
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
              "description": "Conditions of the server that the case needs: names of `states`, or { name: { parameter: value } }; such a case does not run in parallel with others.",
              "type": ["string", "object", "array"],
              "items": {
                "type": ["string", "object"],
                "additionalProperties": { "$ref": "#/$defs/stateParameters" }
              },
              "additionalProperties": { "$ref": "#/$defs/stateParameters" },
              "examples": [["quota-used-up"]]
            },
            "stateParameters": {
              "description": "Values for the parameters of the state.",
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
              "description": "The state of a client, by name.",
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
              "description": "Values of the response, or of the received request, that later steps use, by name.",
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
              "description": "The path after the base path; `{name}` inserts a value of `params` (RFC 6570).",
              "type": "string",
              "pattern": "^(/|\\{|$)",
              "examples": ["/push/{id}"]
            },
            "basePath": {
              "description": "The path that replaces the target's base path.",
              "type": "string",
              "pattern": "^(/|\\{\\{|$)",
              "examples": ["/v2"]
            },
            "url": {
              "description": "A complete URL in place of a path, for a server that is not a target.",
              "type": "string",
              "pattern": "^[Hh][Tt][Tt][Pp][Ss]?://|\\{\\{",
              "examples": ["https://example.com/push"]
            },
            "targetName": {
              "description": "The target of the request.",
              "type": "string",
              "examples": ["api"]
            },
            "params": {
              "description": "Values for `{name}` in the path.",
              "type": ["object", "null", "string"],
              "pattern": "^\\{\\{ *[^{} ]+ *\\}\\}$",
              "examples": [{ "id": "{{id}}" }]
            },
            "headers": {
              "description": "Header fields; a list sends the field several times, and null removes it.",
              "type": ["object", "null", "string"],
              "pattern": "^\\{\\{ *[^{} ]+ *\\}\\}$",
              "additionalProperties": { "$ref": "#/$defs/fieldValue" },
              "examples": [{ "Accept": "application/json" }]
            },
            "query": {
              "description": "Query fields, or a string that is sent unchanged.",
              "type": ["object", "null", "string"],
              "additionalProperties": { "$ref": "#/$defs/computedField" },
              "examples": [{ "where": { "json": { "rank": 1 } }, "limit": 5 }, "where=%7B"]
            },
            "form": {
              "description": "The body as a form, or a string that is sent unchanged.",
              "type": ["object", "null", "string"],
              "additionalProperties": { "$ref": "#/$defs/computedField" },
              "examples": [{ "message": "hello" }]
            },
            "json": {
              "description": "The body as JSON, including null; a string is sent unchanged and need not be JSON.",
              "examples": [{ "message": "hello" }, "{\"broken\""]
            },
            "parts": {
              "description": "A part, or a list of parts with the same name.",
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
              "description": "The file to send, as a path relative to this file.",
              "type": "string",
              "minLength": 1,
              "examples": ["data.bin"]
            },
            "security": {
              "description": "The security scheme that authenticates the request, or none.",
              "type": "string",
              "examples": ["none"]
            },
            "encodingName": {
              "description": "The encoding of query and form: percent, form, or a name from `encodings`.",
              "type": "string",
              "default": "percent",
              "examples": ["percent", "form"]
            }
        }
        """#
    )
}
