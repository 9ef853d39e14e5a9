// Cuts: where a page is divided into parts that are laid out on demand.
extension Flow {
    /// Whether both flows would lay out what follows identically. Both must be at a cut.
    func laysOutLike(_ other: Flow) -> Bool {
        frames == other.frames && indents == other.indents && margin == other.margin
            && marginDepth == other.marginDepth && hasContent == other.hasContent && markers == other.markers
            && pendingAnchors == other.pendingAnchors && controls == other.controls && rules == other.rules
            && mainText == other.mainText && counters == other.counters && placeholder == other.placeholder
            && generated.surplus == other.generated.surplus
    }
}
