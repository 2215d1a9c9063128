using ProtoBuf;

namespace FuncLibs.Objects.Protobuf;

/// <summary>
/// A time with its offset, which protobuf-net has no form for: field 1 has the ticks of 100 ns since the year 1 in UTC,
/// field 2 the offset in minutes.
/// </summary>
[ProtoContract]
internal sealed class ProtobufTime
{
    /// <summary>Ticks, UTC.</summary>
    [ProtoMember(1)]
    public long UtcTicks { get; set; }

    /// <summary>Minutes east of UTC.</summary>
    [ProtoMember(2, DataFormat = DataFormat.ZigZag)]
    public int OffsetMinutes { get; set; }

    /// <summary>How the library makes one.</summary>
    public static implicit operator ProtobufTime(DateTimeOffset time) => new()
    {
        UtcTicks = time.UtcTicks,
        OffsetMinutes = (int)time.Offset.TotalMinutes,
    };

    /// <summary>How the library reads one.</summary>
    public static implicit operator DateTimeOffset(ProtobufTime? time) => time is null
        ? default
        : new DateTimeOffset(time.UtcTicks, TimeSpan.Zero).ToOffset(TimeSpan.FromMinutes(time.OffsetMinutes));
}
