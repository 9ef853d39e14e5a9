import SonicProtocol
import SonicSession

/// A stage of a session, which covers one or more of its phases, and its result.
public struct Stage: Sendable {
    /// The stage.
    public let name: Name
    /// Its result so far.
    public let result: Result
    /// The time spent in it; nil if it was not entered.
    public let time: Duration?

    /// The stages, in order.
    public enum Name: String, Sendable, CaseIterable {
        case cache, net, header, body, verify, store

        /// The phases that it covers.
        public var phases: [SessionPhase] {
            switch self {
            case .cache: [.readingCache, .checkingCache]
            case .net: [.pausing, .resolving, .connecting, .securing]
            case .header: [.waiting]
            case .body: [.receiving]
            case .verify: [.verifying]
            case .store: [.storing]
            }
        }
    }

    /// What became of a stage.
    public enum Result: Sendable, Equatable {
        /// It may follow.
        case pending
        /// It is under way.
        case running
        /// It is complete.
        case done
        /// It was not needed, since an open connection was used.
        case reused
        /// It was not needed.
        case skipped
        /// The session failed here.
        case failed
        /// The user stopped the session here.
        case stopped
    }
}

extension SessionReport {
    /// The stages of the session.
    /// - Parameter isBusy: Whether the session is running; a session without a result may have been abandoned.
    public func stages(isBusy: Bool) -> [Stage] {
        let entered = trace.steps.map(\.phase)
        let failed = failedStage
        let last = Stage.Name.allCases.last { name in name.phases.contains { entered.contains($0) } }
        return Stage.Name.allCases.map { name in
            let isEntered = name.phases.contains { entered.contains($0) }
            let isLast = entered.last.map { name.phases.contains($0) } ?? false
            let later = Stage.Name.allCases.drop { $0 != name }.dropFirst()
            let isPassed = last.map { later.contains($0) } ?? false
            let result: Stage.Result
            if name == failed?.name {
                result = failed?.isStopped == true ? .stopped : .failed
            } else if isBusy, isLast {
                result = .running
            } else if self.result == nil, !isBusy, isLast {
                result = .stopped
            } else if isEntered {
                result = .done
            } else if name == .net, trace.turns.contains(where: { $0.head != nil }) {
                result = .reused
            } else {
                result = isBusy && !isPassed ? .pending : .skipped
            }
            return Stage(name: name, result: result, time: time(in: name.phases))
        }
    }

    /// The stage at which the session failed or was stopped; nil for none.
    private var failedStage: (name: Stage.Name, isStopped: Bool)? {
        guard let result else { return nil }
        let last = Stage.Name.allCases.first { name in
            trace.steps.last.map { name.phases.contains($0.phase) } ?? false
        }
        switch result.outcome {
        case .offline(let cause), .failed(let cause):
            switch cause {
            case .connection(.cancelled), .stopped: return last.map { ($0, true) }
            case .connection(let failure): return (stage(of: failure) ?? last ?? .net, false)
            case .status, .tooManyRedirects, .badRedirect: return (.header, false)
            case .badAnswer: return (isRejected(result.reason) ? .verify : .header, false)
            case .tooLarge: return (.body, false)
            case .notStored: return (.cache, false)
            case .handedOver: return nil
            }
        case .firstLoad, .allCached, .dataUpdate, .templateChange, .plain, .fresh:
            if case .notStored = result.storage { return (.store, false) }
            return nil
        }
    }

    private func isRejected(_ reason: Reason) -> Bool {
        switch reason {
        case .rejectedTwice, .badResponse(.dataForNothing, _), .badResponse(.announcedPage, _): true
        default: false
        }
    }

    /// Returns the stage in which a transfer failed; nil if that is the one entered last.
    private func stage(of failure: ConnectionFailure) -> Stage.Name? {
        switch failure {
        case .unsupportedScheme, .unknownHost, .unreachable, .insecure, .certificateWanted, .withoutTLS,
            .proxy, .refused, .withheld, .unsendable, .libraryMissing:
            .net
        case .timedOut(let phase, _):
            switch phase {
            case .resolving, .connecting, .securing: .net
            case .waiting: .header
            case .receiving: .body
            }
        case .reset, .malformed: trace.turns.last?.head == nil ? .header : .body
        case .truncated, .undecodable: .body
        case .overdue, .cancelled, .exhausted, .other: nil
        }
    }

    /// Returns the time spent in some phases; nil if none was entered.
    ///
    /// After the end of the session it is the measured time. Until then a phase lasts to the beginning of the next, so
    /// that time between two phases, such as opening libcurl, counts to the earlier.
    private func time(in phases: [SessionPhase]) -> Duration? {
        if let result {
            let entered = phases.filter { phase in trace.steps.contains { $0.phase == phase } }
            let measured = entered.compactMap { result.timings[$0] }
            return measured.isEmpty ? nil : measured.reduce(.zero, +)
        }
        var total: Duration?
        for (index, step) in trace.steps.enumerated() where phases.contains(step.phase) {
            guard index + 1 < trace.steps.count else { continue }
            total = (total ?? .zero) + max(.zero, trace.steps[index + 1].at - step.at)
        }
        return total
    }
}
