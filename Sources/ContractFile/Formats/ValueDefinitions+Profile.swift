import JSON

extension ValueDefinitions {
    /// Values of load profiles, into which nothing is filled.
    static let profiles = definitions(
        #"""
        {
          "duration": {
            "description": "A duration: a number followed by us, ms, s, m, h or d.",
            "type": "string",
            "pattern": "^[0-9]{1,9}(\\.[0-9]{1,9})?(us|ms|s|m|h|d)$"
          },
          "time": {
            "description": "A duration greater than zero.",
            "allOf": [{ "$ref": "#/$defs/duration" }, { "not": { "pattern": "^[0.]+[a-z]+$" } }]
          },
          "breakOff": {
            "description": "`after` and a duration greater than zero.",
            "type": "string",
            "pattern": "^after +[0-9]{1,9}(\\.[0-9]{1,9})?(us|ms|s|m|h|d)$",
            "not": { "pattern": "^after +[0.]+[a-z]+$" },
            "examples": ["after 30s"]
          },
          "rate": {
            "description": "Arrivals per second, minute or hour.",
            "type": "string",
            "pattern": "^[0-9]{1,9}(\\.[0-9]{1,9})?/[smh]$",
            "examples": ["500/s"]
          },
          "share": {
            "description": "A share, at most 100%.",
            "type": "string",
            "pattern": "^(0{0,6}100(\\.0{1,9})?|0{0,7}[0-9]{1,2}(\\.[0-9]{1,9})?)%$",
            "examples": ["99%"]
          },
          "connectionCount": {
            "description": "The number of connections.",
            "type": "integer",
            "minimum": 1,
            "maximum": 1000000
          }
        }
        """#
    )
}
