/// Decides which texts of a row fit, for narrow and wide charts.
///
/// The width is unknown here: texts that fit only into wider charts get a class, and the style of the page hides them
/// in narrower ones.
enum ChartRoom {
    /// Widths of a chart in pixels: on a phone, as one of two side by side, alone on a page.
    private static let widths: [(pixels: Double, style: String)] = [
        (270, ""), (450, "medium"), (680, "wide"),
    ]

    /// The width of a text in charts, in pixels.
    static func length(_ text: String) -> Double { Double(text.count) * 6.8 }

    /// The class of a text in its own part of the chart; `nil` if it never fits.
    ///
    /// - Parameters:
    ///   - text: The text.
    ///   - share: Of the whole width.
    /// - Returns: Empty when there always is room.
    static func style(of text: String, within share: Double) -> String? {
        widths.first { length(text) + 4 < share * $0.pixels }?.style
    }

    /// The classes of texts in a row, each centred in its place.
    ///
    /// - Parameter texts: With their places as shares of the whole width, from left to right.
    /// - Returns: One for each; `nil` where there never is room.
    static func styles(of texts: [(text: String, place: Double)]) -> [String?] {
        var styles = [String?](repeating: nil, count: texts.count)
        for (pixels, style) in widths {
            for index in texts.indices where styles[index] == nil {
                let isFree = texts.indices.allSatisfy { other in
                    guard styles[other] != nil else { return true }
                    let distance = abs(texts[index].place - texts[other].place) * pixels
                    let lengths = length(texts[index].text) + length(texts[other].text)
                    return distance >= lengths / 2 + 6
                }
                if isFree { styles[index] = style }
            }
        }
        return styles
    }
}
