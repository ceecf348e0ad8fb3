/// For which texts of a row there is room, as a chart is narrower or wider.
///
/// Nothing here knows how wide it will be: texts that only wider charts have room for get a class, and the
/// style of the page hides them in narrower ones.
enum ChartRoom {
    /// Pixels that a chart is wide: on a phone, as one of two beside each other, alone on a page.
    private static let widths: [(pixels: Double, style: String)] = [
        (270, ""), (450, "medium"), (680, "wide"),
    ]

    /// Pixels that a text of charts takes.
    static func length(_ text: String) -> Double { Double(text.count) * 6.8 }

    /// The class of a text that has a part of the chart for itself; `nil` where there never is room.
    ///
    /// - Parameters:
    ///   - text: What stands there.
    ///   - share: Of the whole width.
    /// - Returns: Empty when there always is room.
    static func style(of text: String, within share: Double) -> String? {
        widths.first { length(text) + 4 < share * $0.pixels }?.style
    }

    /// The classes of texts in a row, each in the middle of its place.
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
