namespace HardwareConnector.Control;

/// <summary>What became of a request.</summary>
public enum RequestResult : byte
{
    /// <summary>Nothing: the value of <c>default</c>.</summary>
    None,

    /// <summary>It was answered, or needs no answer.</summary>
    Served,

    /// <summary>It was refused with an error.</summary>
    Refused,

    /// <summary>The consumer is leaving, or gone already.</summary>
    Left,
}
