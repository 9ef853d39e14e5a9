extension Document {
    /// Where in the page the top line of a screen of this height begins, in percent of the bytes from the first line
    /// to the last of `byteCountToCome`; 100 when the last line is on the screen.
    func percentSeen(height: Int) -> Int {
        if top + height >= layout.lineCount, hasNoMoreLines, layout.isFinished { return 100 }
        let (passed, all) = (layout.byteOffset(ofLine: top) - firstOffset, byteCountToCome - firstOffset)
        guard all > 0 else { return 100 }
        return max(0, min(99, passed * 100 / all))
    }

    /// The byte that so many percent of the page are before; 0 for none of it.
    func offset(ofPercent percent: Int) -> Int {
        let all = layout.byteCount - firstOffset
        return percent == 0 ? 0 : firstOffset + all / 100 * percent + all % 100 * percent / 100
    }

    /// How much of the page has been read on the way to the place to be shown, in percent; nil when the screen
    /// shows what it is to show.
    var percentRead: Int? {
        guard aim == .end, byteCountToCome > 0 else { return nil }
        return layout.bytesRead * 100 / byteCountToCome
    }
}
