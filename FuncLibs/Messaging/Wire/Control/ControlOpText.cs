namespace FuncLibs.Messaging.Wire.Control;

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

    public static ControlOp Parse(ReadOnlySpan<byte> text)
    {
        for (ControlOp op = ControlOp.Hello; op <= ControlOp.Error; op++)
        {
            if (text.SequenceEqual(ToUtf8(op)))
                return op;
        }

        return ControlOp.Unknown;
    }
}
