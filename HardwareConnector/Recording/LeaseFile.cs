using System.Text.Json;
using System.Text.Json.Serialization;
using FuncLibs.Hosting.State;
using FuncLibs.Journal.Retention;
using FuncLibs.Messaging.Wire;
using FuncLibs.Messaging.Wire.Broadcast;
using FuncLibs.Messaging.Wire.Control;
using FuncLibs.Runtime.Diagnostics;
using FuncLibs.Runtime.Files;

namespace HardwareConnector.Recording;

/// <summary>
/// Retention leases of consumers, with a copy in the state folder: a lease is valid for days, and the connector may be
/// restarted meanwhile. Leases only retain what age would remove, so a failure to read or write the copy is reported
/// and stops nothing.
/// </summary>
public sealed class LeaseFile
{
    /// <summary>Name of the file in the state folder.</summary>
    public const string FileName = "claims.json";

    /// <summary>Longest file accepted, in bytes: well over the size of the most leases.</summary>
    public const int MaxBytes = 4 << 20;

    private readonly StateFolder _folder;
    private long _saved;

    private LeaseFile(StateFolder folder, TimeProvider time)
    {
        _folder = folder;
        Leases = new RetentionLeases(time);
    }

    /// <summary>The leases; any thread.</summary>
    public RetentionLeases Leases { get; }

    /// <summary>Why the copy of the last run was not used; null if it was, or if there was none.</summary>
    public string? Damage { get; private set; }

    /// <summary>Loads the copy of the last run. An unusable file is renamed.</summary>
    public static LeaseFile Open(StateFolder folder, TimeProvider time)
    {
        LeaseFile file = new(folder, time);
        file.Load();
        return file;
    }

    /// <summary>Saves changes since the last save. One thread, which may wait for the disk.</summary>
    /// <returns>Why it could not be written; null on success.</returns>
    public string? Save()
    {
        long version = Leases.Version;
        if (version == _saved)
            return null;
        byte[] content = JsonSerializer.SerializeToUtf8Bytes(
            new LeaseDocument { Claims = Leases.All }, LeaseJson.Default.LeaseDocument);
        FileOutcome outcome = AtomicFile.Write(_folder.Files, FileName, content);
        if (!outcome.IsOk)
            return outcome.ToString();
        _saved = version;
        return null;
    }

    private void Load()
    {
        string path = _folder.File(FileName);
        FileOutcome read = AtomicFile.Read(_folder.Files, FileName, MaxBytes, out byte[] content);
        if (read.Fault == FileFault.Missing)
            return;

        // A disk error is no fault of the content: the file is kept.
        if (read.Fault is FileFault.Device or FileFault.Denied)
        {
            Damage = $"{path} cannot be read ({read.Reason})";
            return;
        }

        LeaseDocument? document = null;
        if ((read.Reason ?? Parse(content, out document)) is { } fault)
        {
            Damage = SetAside(path, fault);
            return;
        }

        foreach (RetentionLease lease in document!.Claims)
            Leases.Restore(lease);
        _saved = Leases.Version;
    }

    private static string? Parse(byte[] content, out LeaseDocument? document)
    {
        document = null;
        try
        {
            document = JsonSerializer.Deserialize(content, LeaseJson.Default.LeaseDocument);
            return document is null ? "it is empty" : document.Fault;
        }
        catch (JsonException e)
        {
            return OneLine.Format(e);
        }
    }

    private static string SetAside(string path, string fault) => DamagedFile.SetAside(path) is { } failure
        ? $"{path} cannot be used ({fault}), nor renamed ({failure})"
        : $"{path} cannot be used ({fault}); it is now {FileName}{DamagedFile.Ending}";
}

/// <summary>
/// The file `claims.json` of the state folder: <c>{format, claims: [{consumer, stream, epoch, delivered,
/// renewed}]}</c>.
/// </summary>
internal sealed record LeaseDocument
{
    /// <summary>The newest format that this program reads.</summary>
    public const int Newest = 1;

    /// <summary>Format version.</summary>
    public int Format { get; init; } = Newest;

    /// <summary>Sorted by consumer and stream.</summary>
    public IReadOnlyList<RetentionLease> Claims { get; init; } = [];

    /// <summary>The fault of the document; null for none.</summary>
    [JsonIgnore]
    public string? Fault
    {
        get
        {
            if (Format is < 1 or > Newest)
                return $"it has format {Format}, this program supports {Newest}";
            if (Claims is null || Claims.Count > RetentionLeases.Capacity)
                return $"it has no claims, or more than {RetentionLeases.Capacity}";
            return Claims.All(IsLegal) ? null : "a claim has no proper consumer, stream or epoch";
        }
    }

    private static bool IsLegal(RetentionLease? lease) => lease is { Consumer: not null, Epoch: > 0 }
        && ConsumerName.IsValidText(lease.Consumer)
        && FrameHeader.IsDataStream(lease.Stream);
}

/// <summary>Source-generated reader and writer of the file.</summary>
[JsonSourceGenerationOptions(PropertyNamingPolicy = JsonKnownNamingPolicy.CamelCase, WriteIndented = true)]
[JsonSerializable(typeof(LeaseDocument))]
internal sealed partial class LeaseJson : JsonSerializerContext;

/// <summary>Compares leases with what is still kept. Any thread.</summary>
public sealed class LeaseView(Recorder recorder)
{
    /// <summary>True when part of a lease was removed: a request for it is answered as gone.</summary>
    public bool IsCut(RetentionLease lease)
    {
        if (recorder.Marks(lease.Stream)?.Oldest is not { } oldest || lease.Epoch > oldest.Epoch)
            return false;
        if (lease.Epoch == oldest.Epoch)
            return lease.Delivered + 1 < oldest.Sequence;
        return oldest.Sequence > 1 || EndedBehind(lease, oldest);
    }

    // The oldest record is the first of its epoch: missing are the sequences of earlier epochs after the position.
    private bool EndedBehind(RetentionLease lease, JournalPoint oldest)
    {
        foreach (ClosedEpoch closed in recorder.Epochs.All)
        {
            if (closed.Stream == lease.Stream && closed.Epoch < oldest.Epoch && closed.Epoch >= lease.Epoch
                && lease.Covers(closed.Epoch, closed.Last))
                return true;
        }

        return false;
    }
}
