/// A site to whose answers the faults of a plan are applied.
public struct FaultySite: Site {
    private var site: any Site
    private let plan: FaultPlan
    private let injector: FaultInjector

    /// Creates a site around another one.
    ///
    /// - Parameter responder: The Sonic responder of that site, used again for responses to other tags.
    public init(_ site: any Site, plan: FaultPlan, responder: SonicResponder) {
        self.site = site
        self.plan = plan
        injector = FaultInjector(responder: responder)
    }

    /// Returns the site's exchange, with the plan's faults applied.
    public mutating func exchange(on head: ServerRequest, over line: ClientLine) -> (any StreamingExchange)? {
        guard let sound = site.exchange(on: head, over: line) else { return nil }
        // A fault changes responses, not other protocols.
        let faults = head.headers.upgrade == nil ? plan.faults(for: head) : []
        return faults.isEmpty ? sound : FaultyExchange(sound, on: head, faults: faults, by: injector)
    }

    /// Returns the site's answer, with the plan's faults applied.
    public mutating func answer(_ request: ServerRequest) -> ServerAnswer {
        plan.faults(for: request).reduce(site.answer(request)) { injector.spoil($0, of: request, by: $1) }
    }
}

/// An exchange to whose answer faults are applied. A streamed body is buffered first if a fault needs all of it; a body
/// that is too large for that passes unchanged, with a note.
final class FaultyExchange: StreamingExchange {
    /// The maximum size of a buffered body, in bytes.
    static let bodyLimit = 4 << 20

    /// The progress of the answer.
    private enum Progress {
        case asked
        /// This part of its body has been read.
        case gathering(ServerResponse, [UInt8])
        /// It was given; this part of a body that was buffered in vain is still to be sent.
        case given(ArraySlice<UInt8>)
    }

    private let sound: any StreamingExchange
    private let head: ServerRequest
    private let faults: [MeasuredFault]
    private let injector: FaultInjector
    private var progress = Progress.asked

    init(
        _ sound: any StreamingExchange, on head: ServerRequest, faults: [MeasuredFault],
        by injector: FaultInjector
    ) {
        self.sound = sound
        self.head = head
        self.faults = faults
        self.injector = injector
    }

    func receive(_ bytes: UnsafeRawBufferPointer) -> Int { sound.receive(bytes) }

    func end(_ ending: ExchangeEnding) -> [String] { sound.end(ending) }

    func answer() -> ExchangeAnswer {
        switch progress {
        case .asked:
            switch sound.answer() {
            case .later: return .later
            case .answer(.response(let response)): return answer(with: response)
            case .answer(let other): return .answer(spoilt(other, by: faults))
            }
        case .gathering(let response, let bytes): return gather(response, bytes)
        case .given: return .later
        }
    }

    func read(into buffer: UnsafeMutableRawBufferPointer) -> BodyPart {
        guard case .given(let rest) = progress, !rest.isEmpty else { return sound.read(into: buffer) }
        let part = rest.prefix(buffer.count)
        buffer.copyBytes(from: part)
        progress = .given(rest.dropFirst(part.count))
        return .bytes(part.count)
    }

    private func answer(with response: ServerResponse) -> ExchangeAnswer {
        guard case .streamed(let length) = response.body, head.method != "HEAD",
            faults.contains(where: \.fault.needsBody)
        else {
            progress = .given([])
            return .answer(spoilt(.response(response), by: faults))
        }
        guard length ?? 0 <= Self.bodyLimit else { return giveUp(response, []) }
        return gather(response, [])
    }

    private func gather(_ response: ServerResponse, _ gathered: [UInt8]) -> ExchangeAnswer {
        // Released first, so that the body is not copied with each part.
        progress = .asked
        var body = gathered
        var buffer = [UInt8](repeating: 0, count: 65536)
        while true {
            switch buffer.withUnsafeMutableBytes({ sound.read(into: $0) }) {
            case .bytes(let count):
                body += buffer[..<count]
                if body.count > Self.bodyLimit { return giveUp(response, body) }
            case .later:
                progress = .gathering(response, body)
                return .later
            case .end:
                progress = .given([])
                var whole = response
                whole.body = .bytes(body)
                return .answer(spoilt(.response(whole), by: faults))
            case .cutOff:
                // It failed without a fault; the next read will end in the same way.
                progress = .given(body[...])
                return .answer(spoilt(.response(response), by: faults.filter { !$0.fault.needsBody }))
            }
        }
    }

    /// Lets a body pass that is too large to be buffered.
    private func giveUp(_ response: ServerResponse, _ gathered: [UInt8]) -> ExchangeAnswer {
        progress = .given(gathered[...])
        let left = faults.filter(\.fault.needsBody).map(\.fault.rawValue).joined(separator: ", ")
        let note = "fault \(left) skipped: the body has over \(Self.bodyLimit) bytes"
        let noted = response.noting(note).with("x-sonic", note)
        return .answer(spoilt(.response(noted), by: faults.filter { !$0.fault.needsBody }))
    }

    private func spoilt(_ answer: ServerAnswer, by faults: [MeasuredFault]) -> ServerAnswer {
        faults.reduce(answer) { injector.spoil($0, of: head, by: $1) }
    }
}
