/// Samples for requests and the values in them.
enum RequestSamples {
    static let accepted: [EditorSample] = [
        EditorSample.lines(
            .request,
            #"""
            { path: / }
            { path: "" }
            { path: "{+path}", params: { path: /a } }
            { url: "https://example.com/a" }
            { url: "HTTP://example.com" }
            { method: POST, path: /, basePath: /v2, target: api, security: none, encoding: plus }
            { method: x-odd, path: /, basePath: "", security: app, encoding: percent }
            { path: /, params: }
            { path: /, params: { a: [1, { b: c }] } }
            { path: /, headers: }
            { path: /, headers: { A: b, C: [1, null], D: } }
            { path: /, query: }
            { path: /, query: "where=%7B" }
            { path: /, query: { a: [1, 2] } }
            { path: /, form: { a: b }, x-note: 1 }
            { path: /, form: a=b }
            { path: /, json: }
            { path: /, json: [1] }
            { path: /, json: "{" }
            { path: /, text: a, compression: gzip }
            { path: /, text: a, compression: "{{appKey}}" }
            { path: /, redirects: follow }
            { path: /, redirects: 0 }
            { path: /, text: a }
            { path: /, text: 1 }
            { path: /, text: }
            { path: /, file: data.bin }
            { path: /, multipart: }
            { path: /, multipart: { a: b, c: 1, d: null } }
            { path: /, multipart: { a: [b, 1, { file: data.bin }, { text: t, type: text/csv }] } }
            """#
        ),
        EditorSample.lines(
            .part,
            #"""
            { file: data.bin }
            { file: data.bin, filename: a, type: text/csv, x-a: 1 }
            text
            """#
        ),
        EditorSample.lines(
            .field,
            #"""
            a
            1
            null
            []
            { json: { first: a } }
            { base64: a }
            { text: 1 }
            { first: [a, { text: 1 }] }
            { join: [a, b] }
            { join: [a], with: "," }
            { join: { first: [[a]] } }
            { repeat: 3, of: a }
            { repeat: 0, of: a, with: b }
            { with: ",", join: [a] }
            { join: [{ repeat: 2, of: a, with: "" }, { json: [1] }, 1] }
            { of: a, repeat: 3 }
            "{{appKey}}"
            { join: "{{appKey}}" }
            { repeat: "{{appKey}}", of: a }
            """#
        ),
        EditorSample.lines(
            .computed,
            #"""
            a
            null
            [{ base64: a }]
            { a: { b: c } }
            { first: a, last: b }
            { json: { first: a } }
            { repeat: a, other: b }
            { with: 1 }
            { x-a: { text: 1 } }
            """#
        ),
    ].flatMap(\.self)

    static let refused: [EditorSample] = [
        EditorSample.lines(
            .request,
            #"""
            null
            /
            []
            {}
            { method: GET }
            { path: /, url: "https://example.com" }
            { path: /, redirects: yes }
            { path: /, redirects: 51 }
            { path: /, redirects: true }
            { pth: /, path: / }
            { path: }
            { path: 1 }
            { path: push }
            { path: [/] }
            { url: ftp://example.com }
            { url: example.com }
            { url: }
            { method: 1, path: / }
            { method: "", path: / }
            { method: A B, path: / }
            { method: , path: / }
            { path: /, basePath: v2 }
            { path: /, basePath: 2 }
            { path: /, basePath: }
            { path: /, target: 1 }
            { path: /, target: }
            { path: /, security: }
            { path: /, security: [app] }
            { path: /, encoding: 1 }
            { path: /, text: a, compression: br }
            { path: /, text: a, compression: }
            { path: /, params: a }
            { path: /, params: [a] }
            { path: /, headers: a }
            { path: /, headers: [a] }
            { path: /, headers: { A: { b: c } } }
            { path: /, headers: { A: [[b]] } }
            { path: /, query: 1 }
            { path: /, query: [a] }
            { path: /, form: true }
            { path: /, form: { a: { b: c } } }
            { path: /, text: [a] }
            { path: /, text: { a: b } }
            { path: /, file: }
            { path: /, file: 1 }
            { path: /, file: "" }
            { path: /, multipart: a }
            { path: /, multipart: [a] }
            { path: /, multipart: { a: [[b]] } }
            { path: /, multipart: { a: { text: t, file: data.bin } } }
            { path: /, multipart: { a: { text: [t] } } }
            { path: /, json: 1, text: a }
            { path: /, json: , form: }
            { path: /, form: { a: b }, multipart: { a: b } }
            { path: /, file: data.bin, json: {} }
            { path: /, set: { /json/a: 1 } }
            { path: /, expect: {} }
            """#
        ),
        EditorSample.lines(
            .part,
            #"""
            [[a]]
            {}
            { filename: a }
            { file: }
            { file: 1 }
            { file: data.bin, name: a }
            { file: data.bin, type: 1 }
            { file: data.bin, filename: }
            """#
        ),
        EditorSample.lines(
            .field,
            #"""
            {}
            { a: b }
            [[a]]
            [{ a: b }]
            [{ text: 1 }]
            { first: a }
            { first: }
            { join: a }
            { join: { a: b } }
            { join: [a], by: b }
            { repeat: 3 }
            { repeat: -1, of: a }
            { repeat: 1000001, of: a }
            { repeat: often, of: a }
            { repeat: 1.5, of: a }
            { json: 1, text: 1 }
            { base64: [a] }
            { base64: { a: 1 } }
            { text: { gt: 1 } }
            { join: [{ a: b }] }
            { join: [[a]] }
            { join: [{ repeat: 2, of: a }] }
            """#
        ),
        EditorSample.lines(
            .computed,
            #"""
            { first: a }
            [{ first: { a: b } }]
            { a: { join: 1 } }
            { repeat: 3 }
            { base64: { first: 1 } }
            { with: a, join: b }
            """#
        ),
    ].flatMap(\.self)
}
