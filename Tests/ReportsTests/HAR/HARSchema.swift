import JSON
import JSONSchemas

/// The requirements of HTTP Archive 1.2, as a JSON Schema.
///
/// Source: softwareishard.com/blog/har-12-spec; members of other tools begin with an underscore.
enum HARSchema {
    static func compiled() throws -> JSONSchema {
        try JSONSchema(document: JSONValue(parsing: text), assertsFormat: true)
    }

    private static let text = """
        {
          "$defs": {
            "pairs": { "type": "array", "items": {
              "type": "object", "required": ["name", "value"], "additionalProperties": false,
              "properties": { "name": { "type": "string" }, "value": { "type": "string" },
                "comment": { "type": "string" } } } },
            "cookies": { "type": "array", "items": {
              "type": "object", "required": ["name", "value"], "additionalProperties": false,
              "properties": { "name": { "type": "string" }, "value": { "type": "string" },
                "path": { "type": "string" }, "domain": { "type": "string" },
                "expires": { "type": "string", "format": "date-time" },
                "httpOnly": { "type": "boolean" }, "secure": { "type": "boolean" } } } },
            "size": { "type": "integer", "minimum": -1 },
            "phase": { "type": "number", "minimum": -1 },
            "request": {
              "type": "object", "additionalProperties": false, "patternProperties": { "^_": true },
              "required": ["method", "url", "httpVersion", "cookies", "headers", "queryString",
                "headersSize", "bodySize"],
              "properties": { "method": { "type": "string" },
                "url": { "type": "string", "format": "uri" }, "httpVersion": { "type": "string" },
                "cookies": { "$ref": "#/$defs/cookies" }, "headers": { "$ref": "#/$defs/pairs" },
                "queryString": { "$ref": "#/$defs/pairs" },
                "postData": { "type": "object", "required": ["mimeType", "text"],
                  "additionalProperties": false, "patternProperties": { "^_": true },
                  "properties": { "mimeType": { "type": "string" }, "text": { "type": "string" },
                    "comment": { "type": "string" } } },
                "headersSize": { "$ref": "#/$defs/size" }, "bodySize": { "$ref": "#/$defs/size" } }
            },
            "response": {
              "type": "object", "additionalProperties": false, "patternProperties": { "^_": true },
              "required": ["status", "statusText", "httpVersion", "cookies", "headers", "content",
                "redirectURL", "headersSize", "bodySize"],
              "properties": { "status": { "type": "integer" },
                "statusText": { "type": "string" }, "httpVersion": { "type": "string" },
                "cookies": { "$ref": "#/$defs/cookies" }, "headers": { "$ref": "#/$defs/pairs" },
                "content": { "type": "object", "required": ["size", "mimeType"],
                  "additionalProperties": false,
                  "properties": { "size": { "type": "integer" },
                    "compression": { "type": "integer" }, "mimeType": { "type": "string" },
                    "text": { "type": "string" }, "encoding": { "const": "base64" } } },
                "redirectURL": { "type": "string" },
                "headersSize": { "$ref": "#/$defs/size" }, "bodySize": { "$ref": "#/$defs/size" } }
            },
            "timings": {
              "type": "object", "required": ["send", "wait", "receive"],
              "additionalProperties": false,
              "properties": { "blocked": { "$ref": "#/$defs/phase" },
                "dns": { "$ref": "#/$defs/phase" }, "connect": { "$ref": "#/$defs/phase" },
                "ssl": { "$ref": "#/$defs/phase" }, "send": { "type": "number", "minimum": 0 },
                "wait": { "type": "number", "minimum": 0 },
                "receive": { "type": "number", "minimum": 0 } }
            }
          },
          "type": "object", "required": ["log"], "additionalProperties": false,
          "properties": { "log": {
            "type": "object", "required": ["version", "creator", "entries"],
            "additionalProperties": false,
            "properties": { "version": { "const": "1.2" }, "comment": { "type": "string" },
              "creator": { "type": "object", "required": ["name", "version"],
                "properties": { "name": { "type": "string" }, "version": { "type": "string" } } },
              "entries": { "type": "array", "items": {
                "type": "object", "additionalProperties": false,
                "required": ["startedDateTime", "time", "request", "response", "cache", "timings"],
                "properties": {
                  "startedDateTime": { "type": "string", "format": "date-time" },
                  "time": { "type": "number", "minimum": 0 },
                  "request": { "$ref": "#/$defs/request" },
                  "response": { "$ref": "#/$defs/response" },
                  "cache": { "type": "object", "maxProperties": 0 },
                  "timings": { "$ref": "#/$defs/timings" }, "comment": { "type": "string" } } } }
            } } }
        }
        """
}
