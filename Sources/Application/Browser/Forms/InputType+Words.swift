import PageLayout

extension InputType {
    /// The type of value and its format.
    var words: String {
        switch kind {
        case .text, .url, .email: "text"
        case .date: "date; write YYYY-MM-DD, such as 2026-11-25"
        case .month: "month; write YYYY-MM, such as 2026-11"
        case .week: "week; write YYYY-Www, such as 2026-W48"
        case .time: "time; write HH:MM or HH:MM:SS, such as 18:30"
        case .dateAndTime: "date and time; write YYYY-MM-DDTHH:MM, such as 2026-11-25T18:30"
        case .number, .range: "number; write digits with a point, such as 12 or -0.5"
        case .color: "colour; write # and six hexadecimal digits, such as #0080ff"
        }
    }
}
