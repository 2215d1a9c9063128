namespace FuncLibs.Messaging.Wire.Control;

/// <summary>The <c>op</c> of a control map: requests of a consumer and answers of a publisher share some names.</summary>
public enum ControlOp : byte
{
    /// <summary>An op that this version does not know.</summary>
    Unknown,

    /// <summary>Request: who I am.</summary>
    Hello,

    /// <summary>Answer to hello.</summary>
    Welcome,

    /// <summary>Request and answer: what the streams are.</summary>
    Catalogue,

    /// <summary>Request and answer: catalogue and the last block of each stream.</summary>
    Snapshot,

    /// <summary>Request and answer: clocks.</summary>
    Time,

    /// <summary>Request without answer: how the consumer is.</summary>
    Status,

    /// <summary>Request without answer: the consumer leaves.</summary>
    Bye,

    /// <summary>Request: ranges from the journal.</summary>
    Replay,

    /// <summary>Request without answer: more may be sent.</summary>
    Credit,

    /// <summary>Request: end the replay.</summary>
    Cancel,

    /// <summary>Request and answer: a look back for plots.</summary>
    History,

    /// <summary>Answer: a replay is over.</summary>
    End,

    /// <summary>Answer: the request was refused.</summary>
    Error,
}
