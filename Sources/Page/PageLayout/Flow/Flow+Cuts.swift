// Where a page is cut into parts that are laid out when they are needed.
extension Flow {
    /// Whether what follows would be laid out alike by both. Both are at a cut.
    func laysOutLike(_ other: Flow) -> Bool {
        frames == other.frames && indents == other.indents && margin == other.margin
            && marginDepth == other.marginDepth && hasContent == other.hasContent && markers == other.markers
            && pendingAnchors == other.pendingAnchors && controls == other.controls && rules == other.rules
            && mainText == other.mainText && counters == other.counters
    }
}
