/// A fault with its measure said.
public struct MeasuredFault: Sendable, Equatable {
    /// The fault.
    public let fault: Fault
    /// How long, for faults of time; zero for others.
    let time: Duration
    /// How many bytes, for faults of size; zero for others.
    let bytes: Int

    /// A fault with its usual measure.
    public init(_ fault: Fault) {
        self.fault = fault
        switch fault.measure {
        case .time(let usual): (time, bytes) = (usual, 0)
        case .bytes(let usual): (time, bytes) = (.zero, usual)
        case .none: (time, bytes) = (.zero, 0)
        }
    }

    /// A fault with a measure as rules write it, such as `200ms`, `3s`, `10m` or `64M`; nil where the fault has
    /// none or it cannot be read.
    init?(_ fault: Fault, measuring text: String) {
        self.fault = fault
        let digits = text.prefix { $0.isASCII && $0.isNumber }
        // More than nine digits are more than anyone waits for, and could overflow below.
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
            // Of a bomb a thousandth is held in memory.
            guard bytes <= 1 << 36 else { return nil }
            time = .zero
        case .none: return nil
        }
    }
}
