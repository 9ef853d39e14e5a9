extension Document {
    /// Returns the position of the top line of a screen of this height in percent of the bytes from the first line to
    /// the last of `byteCountToCome`; 100 if the last line is visible.
    func percentSeen(height: Int) -> Int {
        if top + height >= layout.lineCount, hasNoMoreLines, layout.isFinished { return 100 }
        let (passed, all) = (layout.byteOffset(ofLine: top) - firstOffset, byteCountToCome - firstOffset)
        guard all > 0 else { return 100 }
        return max(0, min(99, passed * 100 / all))
    }

    /// Returns the byte offset at a percentage of the page; 0 for 0 %.
    func offset(ofPercent percent: Int) -> Int {
        let all = layout.byteCount - firstOffset
        return percent == 0 ? 0 : firstOffset + all / 100 * percent + all % 100 * percent / 100
    }

    /// The percentage of the page read on the way to its end; nil if the end is not the target, or nothing is known of
    /// its length.
    var percentRead: Int? {
        guard aim == .end, byteCountToCome > 0 else { return nil }
        return layout.bytesRead * 100 / byteCountToCome
    }
}
