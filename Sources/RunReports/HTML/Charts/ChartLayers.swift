/// The drawing of a chart.
///
/// A chart is as wide as the page: areas are stretched, and only the position of texts and dots scales, so that they
/// keep their form.
struct ChartLayers: Hashable, Sendable {
    /// Lines and areas in the units of the chart.
    var fields = Markup()
    /// Texts and dots, each where `SVG.place` puts it; above the fields.
    var signs = Markup()

    init(fields: Markup = Markup(), signs: Markup = Markup()) {
        (self.fields, self.signs) = (fields, signs)
    }

    /// Layers one above the other, the first at the bottom.
    init(_ layers: [ChartLayers]) {
        fields = Markup(layers.map(\.fields))
        signs = Markup(layers.map(\.signs))
    }

    static func + (below: ChartLayers, above: ChartLayers) -> ChartLayers {
        ChartLayers([below, above])
    }
}
