namespace FuncLibs.Amqp.Consuming;

/// <summary>
/// Looks for the first marker of a queue of which retention removed the begin: frames may be before it, which only its
/// welcome and catalogue describe. One subscription.
/// </summary>
internal sealed class FirstMarkerSearch
{
    private byte[]? _welcome;

    /// <summary>True once frames were passed over: they are to be read after the marker.</summary>
    public bool HasFrames { get; private set; }

    /// <summary>What describes them, once it is found.</summary>
    public FirstMaps? Found { get; private set; }

    /// <summary>Takes the next message of a bridge, a welcome only after frames.</summary>
    public void Take(bool isControl, bool isWelcome, ReadOnlySpan<byte> body)
    {
        if (isWelcome)
            _welcome ??= body.ToArray();
        else if (_welcome is not null)
            Found ??= new FirstMaps(_welcome, isControl ? body.ToArray() : null);
        HasFrames |= !isControl;
    }
}

/// <summary>The control maps of a marker.</summary>
/// <param name="Welcome">Its welcome.</param>
/// <param name="Catalogue">Its catalogue; null when it has none.</param>
internal sealed record FirstMaps(byte[] Welcome, byte[]? Catalogue);
