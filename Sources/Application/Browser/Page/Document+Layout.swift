import PageLayout

// Laying out more than the screen shows.
extension Document {
    /// Lays out every line that has arrived.
    mutating func layOutWhole() {
        repeat { layout.layOutAll() } while renderOn()
        while layout.hasLinesAbove { layOutAbove() }
    }

    /// Lays out what comes before the first line; the place being read stays.
    mutating func layOutAbove() { top += layout.layOutAbove() }
}
