using Tools.Load;

namespace Benchmarks.Scaling;

/// <summary>The blocks of one connector on their way from its rigs to the monitor, over a whole run.</summary>
public sealed record ScalePath
{
    /// <summary>Name of the connector.</summary>
    public required string Name { get; init; }

    /// <summary>The accounts of its rigs.</summary>
    public required IReadOnlyList<RigLoad> Rigs { get; init; }

    /// <summary>Blocks that the connector numbered.</summary>
    public required long Numbered { get; init; }

    /// <summary>Blocks that its full queue refused.</summary>
    public required long Refused { get; init; }

    /// <summary>Frames that the broker confirmed, other frames than blocks among them.</summary>
    public required long Confirmed { get; init; }

    /// <summary>Blocks that it has not confirmed.</summary>
    public required long Behind { get; init; }

    /// <summary>Frames that the journal did not have for the bridge.</summary>
    public required long NotInJournal { get; init; }

    /// <summary>Streams that the monitor certifies.</summary>
    public required int Streams { get; init; }

    /// <summary>Greatest of the first numbers of these streams: 1 when each is certified from its begin.</summary>
    public required ulong First { get; init; }

    /// <summary>Blocks that the monitor has, each once and in order.</summary>
    public required long Delivered { get; init; }

    /// <summary>Blocks that it declared lost.</summary>
    public required long DeclaredLost { get; init; }

    /// <summary>Blocks that it waited for at the end.</summary>
    public required long Missing { get; init; }

    /// <summary>Whether it saw the end of each stream; if not, it was too far behind, and what it did not read is lost.
    /// </summary>
    public required bool IsEnded { get; init; }

    /// <summary>Blocks that were due.</summary>
    public long Due => Rigs.Sum(rig => rig.Due);

    /// <summary>Blocks that were due and did not come to the monitor, wherever they were lost.</summary>
    public long Lost => Due - Delivered;

    /// <summary>Of these, blocks that the rigs did not make, or could not give to the connector.</summary>
    public long LostAtRigs => Due - Rigs.Sum(rig => rig.Sent);

    /// <summary>Why this is no measurement; null when every sum closes.</summary>
    public string? Fault
    {
        get
        {
            if (Rigs.Any(rig => rig.Due != rig.Sent + rig.Dropped + rig.Unserved + rig.Never || rig.Unserved < 0))
                return $"{Name}: the account of the simulator does not close";
            if (Rigs.Sum(rig => rig.Sent) is var sent && sent != Numbered + Refused)
                return $"{Name}: {sent} blocks were sent, {Numbered} numbered and {Refused} refused";
            if (NotInJournal != 0)
                return $"{Name}: the journal lacked {NotInJournal} frames for the bridge";
            if (Behind == 0 && Confirmed < Numbered)
                return $"{Name}: {Numbered} blocks were published, and {Confirmed} confirmed";
            if (Streams != Rigs.Count)
                return $"{Name}: the monitor has {Streams} streams of {Rigs.Count} rigs";
            if (First != 1)
                return $"{Name}: the account of the monitor begins at {First}";
            return Numbered - Delivered - DeclaredLost - Missing is var silent && (IsEnded ? silent != 0 : silent < 0)
                ? $"{Name}: of {Numbered} blocks {Delivered} were delivered, {DeclaredLost} declared lost, {Missing} "
                    + "are missing"
                : null;
        }
    }
}
