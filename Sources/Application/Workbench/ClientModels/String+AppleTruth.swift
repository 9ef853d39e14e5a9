extension String {
    /// The Boolean value of the text in Apple's libraries: whether, after whitespace, a sign and zeros, a Y, a T or a
    /// digit follows.
    var appleTruth: Bool {
        var text = Substring(self).drop { $0 == " " || $0 == "\t" || $0 == "\n" || $0 == "\r" }
        if text.first == "-" || text.first == "+" { text.removeFirst() }
        text = text.drop { $0 == "0" }
        return text.first.map { "YyTt123456789".contains($0) } ?? false
    }
}
