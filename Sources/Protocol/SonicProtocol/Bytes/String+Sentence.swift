extension String {
    /// The text with a full stop; unlike `sentence`, it does not change the case of a header name at its start.
    package var ended: String { hasSuffix(".") || hasSuffix("!") || hasSuffix("?") ? self : self + "." }

    /// The text as a sentence, with a capital letter and a full stop.
    package var sentence: String {
        guard let first else { return self }
        return (first.uppercased() + dropFirst()).ended
    }
}
