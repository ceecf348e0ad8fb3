/// What a chart is drawn of.
///
/// A chart is as wide as the page has room: its fields are stretched, and what would lose its form keeps
/// its place alone.
struct ChartLayers: Hashable, Sendable {
    /// Lines and areas in the units of the chart.
    var fields = Markup()
    /// Texts and dots, each where `SVG.place` puts it; above the fields.
    var signs = Markup()

    init(fields: Markup = Markup(), signs: Markup = Markup()) {
        (self.fields, self.signs) = (fields, signs)
    }

    /// One above the other, the first at the bottom.
    init(_ layers: [ChartLayers]) {
        fields = Markup(layers.map(\.fields))
        signs = Markup(layers.map(\.signs))
    }

    static func + (below: ChartLayers, above: ChartLayers) -> ChartLayers {
        ChartLayers([below, above])
    }
}
