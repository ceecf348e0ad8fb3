import Cryptography

/// The page around its sections.
struct PageFrame {
    let title: String
    /// Below the title; may be empty.
    let subtitle: String
    let sections: [PageSection]
    let version: String
    /// For a live page; `nil` for a static one.
    var live: LiveFrame?

    var text: String {
        let page = Markup("html", ["lang": "en"], [head, body])
        return "<!doctype html>\n\(page.source)\n"
    }

    private var head: Markup {
        Markup(
            "head",
            [
                Markup("meta", ["charset": "utf-8"]),
                Markup("meta", ["http-equiv": "Content-Security-Policy", "content": policy]),
                Markup(
                    "meta",
                    ["name": "viewport", "content": "width=device-width, initial-scale=1"]
                ),
                Markup("meta", ["name": "color-scheme", "content": "light dark"]),
                Markup("title", [Markup(text: live?.title(of: title) ?? title)]),
                // Without it a browser requests an icon from the server.
                Markup("link", ["rel": "icon", "href": "data:,"]),
                Markup("style", [Markup(constant: PageStyle.text)]), live?.head ?? Markup(),
            ]
        )
    }

    /// Nothing is fetched, and only the scripts below run: injected text could do nothing.
    private var policy: String {
        let hashes = scripts.map { "'\(Self.hash($0))'" }.joined(separator: " ")
        let events = live == nil ? "" : "; connect-src 'self'"
        return "default-src 'none'; img-src data:; style-src '\(Self.hash(PageStyle.text))'; "
            + "script-src \(hashes)\(events)"
    }

    private var scripts: [StaticString] {
        [PageScript.text] + (live == nil ? [] : [LiveScript.text])
    }

    private static func hash(_ text: StaticString) -> String {
        "sha256-" + Base64.encode(Digest.hash(.sha256, Array(text.description.utf8)))
    }

    private var body: Markup {
        Markup(
            "body",
            [
                Markup("a", ["class": "skip", "href": "#main"], ["Skip to the results"]),
                ChartPatterns.markup, live?.banner ?? Markup(), content,
                Markup("footer", [Markup("p", [Markup(text: "Made by assay \(version).")])]),
            ] + scripts.map { Markup("script", [Markup(constant: $0)]) }
        )
    }

    /// The content that changes on a live page.
    var content: Markup {
        Markup([
            header, live?.status ?? Markup(),
            Markup("main", ["id": "main"], sections.map(\.markup)),
        ])
    }

    private var header: Markup {
        let links = sections.map { section in
            Markup("li", [Markup("a", ["href": "#\(section.id)"], [Markup(text: section.title)])])
        }
        let contents = Markup("nav", ["aria-label": "Contents"], [Markup("ul", links)])
        let below =
            subtitle.isEmpty
            ? Markup() : Markup("p", ["class": "subtitle"], [Markup(text: subtitle)])
        return Markup(
            "header",
            [Markup("h1", [Markup(text: title)]), below]
                + (links.count > 1 ? [contents] : [])
        )
    }
}

/// Textures that distinguish areas without colours; every chart of the page uses them.
enum ChartPatterns {
    static let markup = Markup(
        constant: """
            <svg class="patterns" aria-hidden="true" width="0" height="0"><defs>\
            <pattern id="p1" width="7" height="7" patternUnits="userSpaceOnUse">\
            <path d="M-1 8L8-1"/></pattern>\
            <pattern id="p2" width="6" height="6" patternUnits="userSpaceOnUse">\
            <circle cx="3" cy="3" r="1.2"/></pattern>\
            <pattern id="p3" width="7" height="7" patternUnits="userSpaceOnUse">\
            <path d="M-1-1L8 8"/></pattern>\
            <pattern id="p4" width="5" height="5" patternUnits="userSpaceOnUse">\
            <path d="M0 2.5H5"/></pattern>\
            <pattern id="p5" width="5" height="5" patternUnits="userSpaceOnUse">\
            <path d="M2.5 0V5"/></pattern>\
            <pattern id="p6" width="8" height="8" patternUnits="userSpaceOnUse">\
            <path d="M0 4H8M4 0V8"/></pattern>\
            <pattern id="p7" width="9" height="9" patternUnits="userSpaceOnUse">\
            <path d="M-1 10L10-1M-1-1L10 10"/></pattern>\
            <pattern id="pa" class="soft" width="8" height="8" patternUnits="userSpaceOnUse">\
            <path d="M-1 9L9-1"/></pattern>\
            <pattern id="pf" class="failed" width="6" height="6" patternUnits="userSpaceOnUse">\
            <path d="M-1 7L7-1"/></pattern>\
            </defs></svg>
            """
    )
}
