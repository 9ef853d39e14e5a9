// Numbers and times in a line, which change constantly on pages with counters and dates.
extension String {
    /// Whether the line differs from another one in numbers, dates and times only.
    func differsOnlyInFigures(from old: String) -> Bool {
        old != self && old.withoutFigures == withoutFigures
    }

    /// The line with one sign for each number, whatever its digits, points and colons, and for each time word
    /// next to a number: “9 May” is a date, “until Wednesday” is news.
    var withoutFigures: String {
        var plain = ""
        /// Numbers, time words and the characters between them, both verbatim and as signs.
        var run = (raw: "", signs: "", hasNumber: false)
        var word = ""
        func endRun() {
            plain += run.hasNumber ? run.signs : run.raw
            run = ("", "", false)
        }
        func endWord() {
            guard !word.isEmpty else { return }
            if Self.timeWords.contains(word.lowercased()) {
                run.raw += word
                run.signs += "\u{1}"
            } else {
                endRun()
                plain += word
            }
            word = ""
        }
        var isNumber = false
        for scalar in unicodeScalars {
            if scalar.properties.isAlphabetic {
                isNumber = false
                word.unicodeScalars.append(scalar)
                continue
            }
            endWord()
            run.raw.unicodeScalars.append(scalar)
            if scalar.properties.generalCategory == .decimalNumber {
                if !isNumber { run.signs += "\u{0}" }
                isNumber = true
                run.hasNumber = true
            } else if !isNumber || !".,:'’".unicodeScalars.contains(scalar) {
                isNumber = false
                run.signs.unicodeScalars.append(scalar)
            }
        }
        endWord()
        endRun()
        return plain
    }

    /// English words for dates and times, in lower case.
    private static let timeWords: Set<String> = [
        "january", "february", "march", "april", "may", "june", "july", "august", "september", "october",
        "november", "december", "jan", "feb", "mar", "apr", "jun", "jul", "aug", "sep", "sept", "oct", "nov",
        "dec", "monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday", "mon", "tue",
        "wed", "thu", "fri", "sat", "sun", "am", "pm", "second", "seconds", "sec", "secs", "minute",
        "minutes", "min", "mins", "hour", "hours", "hr", "hrs", "day", "days", "week", "weeks", "month",
        "months", "year", "years", "today", "yesterday", "tomorrow",
    ]
}
