namespace FuncLibs.Messaging.Wire.Control;

/// <summary>
/// The <c>op</c> of a control map: requests of a consumer and answers of a publisher share some names.
/// </summary>
public enum ControlOp : byte
{
    /// <summary>An op unknown to this version.</summary>
    Unknown,

    /// <summary>Request: identifies the consumer.</summary>
    Hello,

    /// <summary>Answer to hello.</summary>
    Welcome,

    /// <summary>Request and answer: the catalogue of streams.</summary>
    Catalogue,

    /// <summary>Request and answer: catalogue and the last block of each stream.</summary>
    Snapshot,

    /// <summary>Request and answer: clocks.</summary>
    Time,

    /// <summary>Request without answer: state of the consumer.</summary>
    Status,

    /// <summary>Request without answer: the consumer leaves.</summary>
    Bye,

    /// <summary>Request: ranges from the journal.</summary>
    Replay,

    /// <summary>Request without answer: more credit.</summary>
    Credit,

    /// <summary>Request: end the replay.</summary>
    Cancel,

    /// <summary>Request and answer: history for plots.</summary>
    History,

    /// <summary>Answer: a replay is over.</summary>
    End,

    /// <summary>Answer: the request was refused.</summary>
    Error,
}

/// <summary>Names of <see cref="ControlOp"/> on the wire.</summary>
internal static class ControlOpText
{
    public static ReadOnlySpan<byte> ToUtf8(ControlOp op) => op switch
    {
        ControlOp.Hello => "hello"u8,
        ControlOp.Welcome => "welcome"u8,
        ControlOp.Catalogue => "catalogue"u8,
        ControlOp.Snapshot => "snapshot"u8,
        ControlOp.Time => "time"u8,
        ControlOp.Status => "status"u8,
        ControlOp.Bye => "bye"u8,
        ControlOp.Replay => "replay"u8,
        ControlOp.Credit => "credit"u8,
        ControlOp.Cancel => "cancel"u8,
        ControlOp.History => "history"u8,
        ControlOp.End => "end"u8,
        ControlOp.Error => "error"u8,
        _ => "unknown"u8,
    };
}
