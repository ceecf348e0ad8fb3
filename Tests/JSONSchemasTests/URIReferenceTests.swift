import JSONSchemas
import Testing

@Suite("URI references")
struct URIReferenceTests {
    @Test(
        "References resolve as listed in RFC 3986 §5.4",
        arguments: [
            ("g:h", "g:h"), ("g", "http://a/b/c/g"), ("./g", "http://a/b/c/g"),
            ("g/", "http://a/b/c/g/"), ("/g", "http://a/g"), ("//g", "http://g"),
            ("?y", "http://a/b/c/d;p?y"), ("g?y", "http://a/b/c/g?y"),
            ("#s", "http://a/b/c/d;p?q#s"), ("g#s", "http://a/b/c/g#s"),
            ("g?y#s", "http://a/b/c/g?y#s"), (";x", "http://a/b/c/;x"),
            ("g;x", "http://a/b/c/g;x"), ("g;x?y#s", "http://a/b/c/g;x?y#s"),
            ("", "http://a/b/c/d;p?q"), (".", "http://a/b/c/"), ("./", "http://a/b/c/"),
            ("..", "http://a/b/"), ("../", "http://a/b/"), ("../g", "http://a/b/g"),
            ("../..", "http://a/"), ("../../", "http://a/"), ("../../g", "http://a/g"),
            ("../../../g", "http://a/g"), ("../../../../g", "http://a/g"),
            ("/./g", "http://a/g"), ("/../g", "http://a/g"), ("g.", "http://a/b/c/g."),
            (".g", "http://a/b/c/.g"), ("g..", "http://a/b/c/g.."), ("..g", "http://a/b/c/..g"),
            ("./../g", "http://a/b/g"), ("./g/.", "http://a/b/c/g/"),
            ("g/./h", "http://a/b/c/g/h"), ("g/../h", "http://a/b/c/h"),
            ("g;x=1/./y", "http://a/b/c/g;x=1/y"), ("g;x=1/../y", "http://a/b/c/y"),
            ("g?y/./x", "http://a/b/c/g?y/./x"), ("g?y/../x", "http://a/b/c/g?y/../x"),
            ("g#s/./x", "http://a/b/c/g#s/./x"), ("g#s/../x", "http://a/b/c/g#s/../x"),
            ("http:g", "http:g"),
        ]
    )
    func resolution(reference: String, target: String) {
        let base = URIReference("http://a/b/c/d;p?q")
        #expect(URIReference(reference).resolved(against: base).text == target)
    }

    @Test(
        "References resolve against names and files too",
        arguments: [
            ("urn:example:a", "#b", "urn:example:a#b"),
            ("file:///x/y.json", "z.json", "file:///x/z.json"),
            ("http://a", "b", "http://a/b"), ("", "b/../c", "c"), ("a/b", "c", "a/c"),
        ]
    )
    func otherBases(base: String, reference: String, target: String) {
        let resolved = URIReference(reference).resolved(against: URIReference(base))
        #expect(resolved.text == target)
    }

    @Test("Fragments are escaped and unescaped as UTF-8")
    func escapes() {
        #expect(URIReference.encodedFragment("/ä %\"~") == "/%C3%A4%20%25%22~")
        #expect(URIReference.decoded("/%C3%A4%20%25%22~") == "/ä %\"~")
        #expect(URIReference.decoded("%G0") == nil)
        #expect(URIReference.decoded("%4") == nil)
        #expect(URIReference.decoded("%FF") == nil)
    }
}
