/// A fault with its parameter.
public struct MeasuredFault: Sendable, Equatable {
    /// The fault.
    public let fault: Fault
    /// The time, for faults with a time; zero for others.
    let time: Duration
    /// The number of bytes, for faults with a size; zero for others.
    let bytes: Int

    /// Creates a fault with its default parameter.
    public init(_ fault: Fault) {
        self.fault = fault
        switch fault.measure {
        case .time(let usual): (time, bytes) = (usual, 0)
        case .bytes(let usual): (time, bytes) = (.zero, usual)
        case .none: (time, bytes) = (.zero, 0)
        }
    }

    /// Creates a fault with a parameter as in the rules, such as `200ms`, `3s`, `10m` or `64M`; nil if the fault has
    /// none or the text is invalid.
    init?(_ fault: Fault, measuring text: String) {
        self.fault = fault
        let digits = text.prefix { $0.isASCII && $0.isNumber }
        // More than nine digits are not useful, and could overflow below.
        guard digits.count <= 9, let number = Int(digits) else { return nil }
        let unit = text.dropFirst(digits.count)
        switch fault.measure {
        case .time:
            switch unit {
            case "ms": time = .milliseconds(number)
            case "s": time = .seconds(number)
            case "m": time = .seconds(number * 60)
            default: return nil
            }
            bytes = 0
        case .bytes:
            switch unit {
            case "": bytes = number
            case "K": bytes = number << 10
            case "M": bytes = number << 20
            case "G": bytes = number << 30
            default: return nil
            }
            // A thousandth of the size is kept in memory.
            guard bytes <= 1 << 36 else { return nil }
            time = .zero
        case .none: return nil
        }
    }
}
