using System.Collections.Immutable;
using System.Text.Json;
using System.Text.Json.Serialization;
using System.Text.Json.Serialization.Metadata;
using FuncLibs.Hosting.Security;
using FuncLibs.Runtime.Diagnostics;

namespace FuncLibs.Web.Accounts;

/// <summary>
/// A file of accounts or of tokens: JSON, for its owner only. Programs that edit it at the same time wait for each
/// other.
/// </summary>
/// <typeparam name="T">An entry.</typeparam>
internal sealed class EntryFile<T>
    where T : class
{
    /// <summary>Longest file that is read: some thousand entries.</summary>
    public const int MaxBytes = 1 << 20;

    private readonly string _kind;
    private readonly string _remedy;
    private readonly JsonTypeInfo<EntryDocument<T>> _type;
    private readonly Func<T, (string Name, string? Fault)> _check;

    internal EntryFile(
        string path,
        string kind,
        string remedy,
        JsonTypeInfo<EntryDocument<T>> type,
        Func<T, (string Name, string? Fault)> check) =>
        (Path, _kind, _remedy, _type, _check) = (path, kind, remedy, type, check);

    /// <summary>The file.</summary>
    public string Path { get; }

    /// <summary>Whether it is there.</summary>
    public bool Exists => File.Exists(Path);

    /// <summary>Reads it.</summary>
    /// <param name="entries">The entries; none when there is a fault.</param>
    /// <param name="fault">What is wrong, in one line with the path and what to do; null for nothing.</param>
    public bool TryRead(out ImmutableArray<T> entries, out string? fault)
    {
        entries = [];
        if (!OwnerFile.TryRead(Path, MaxBytes, out byte[]? content, out string? reason))
            fault = Exists ? $"{Path} {reason}" : $"{Path} {reason}; {_remedy}";
        else if (!TryParse(content, out entries, out reason))
            fault = $"{Path} {reason}";
        else
            fault = null;
        return fault is null;
    }

    /// <summary>Edits it; a missing file is made.</summary>
    /// <param name="edit">The new entries, or why there are none.</param>
    /// <returns>Why nothing was changed, in one line; null when it was.</returns>
    /// <exception cref="IOException">The disk is full, and the like.</exception>
    /// <exception cref="UnauthorizedAccessException">No right to write there.</exception>
    public string? Edit(Func<ImmutableArray<T>, EntryEdit<T>> edit)
    {
        Directory.CreateDirectory(System.IO.Path.GetDirectoryName(System.IO.Path.GetFullPath(Path))!);
        using IDisposable held = OwnerFile.Lock(Path);
        ImmutableArray<T> before = [];
        if (Exists && !TryRead(out before, out string? fault))
            return fault;
        EntryEdit<T> edited = edit(before);
        if (edited.Fault is null)
            OwnerFile.Write(Path, Format(edited.Entries));
        return edited.Fault;
    }

    private byte[] Format(ImmutableArray<T> entries) =>
        JsonSerializer.SerializeToUtf8Bytes(new EntryDocument<T>(_kind, EntryDocument<T>.Newest, entries), _type);

    private bool TryParse(byte[] content, out ImmutableArray<T> entries, out string? fault)
    {
        entries = [];
        try
        {
            EntryDocument<T>? document = JsonSerializer.Deserialize(content, _type);
            fault = document is null || document.Kind != _kind
                ? $"is another file: its kind is '{OneLine.Format(document?.Kind ?? "none")}', expected is '{_kind}'"
                : document.Format != EntryDocument<T>.Newest
                    ? $"has the format {document.Format}, which this version cannot read"
                    : FindFault(document.Entries);
            entries = fault is null ? document!.Entries : [];
        }
        catch (JsonException e)
        {
            fault = $"is cut off, or no file of kind {_kind}: {OneLine.Format(e)}";
        }

        return fault is null;
    }

    private string? FindFault(ImmutableArray<T> entries)
    {
        HashSet<string> names = new(StringComparer.OrdinalIgnoreCase);
        foreach (T? entry in entries)
        {
            if (entry is null)
                return "has an entry that is null";
            (string name, string? fault) = _check(entry);
            if (fault is not null)
                return $"has the entry '{OneLine.Format(name)}', which {fault}";
            if (!names.Add(name))
                return $"has two entries '{name}'";
        }

        return null;
    }
}

/// <summary>How an edit of entries ended.</summary>
/// <param name="Entries">What is written.</param>
/// <param name="Fault">Why nothing is; null when it is.</param>
internal readonly record struct EntryEdit<T>(ImmutableArray<T> Entries, string? Fault);

/// <summary>The file as JSON.</summary>
/// <param name="Kind">Says what the file is.</param>
/// <param name="Format">Version of the form.</param>
/// <param name="Entries">The entries.</param>
internal sealed record EntryDocument<T>(string Kind, int Format, ImmutableArray<T> Entries)
{
    /// <summary>The form that is written.</summary>
    public const int Newest = 1;
}

/// <summary>The two kinds of files.</summary>
internal static class EntryFile
{
    /// <summary>A file of accounts (`Security:UsersFile`).</summary>
    public static EntryFile<Account> OfUsers(string path) => new(
        path,
        "telemetry-users",
        "make the first account: users add NAME --role admin",
        EntryFileJson.Default.EntryDocumentAccount,
        account => (account.Name, account.FindFault()));

    /// <summary>A file of tokens (`Security:TokensFile`).</summary>
    public static EntryFile<AccessToken> OfTokens(string path) => new(
        path,
        "telemetry-tokens",
        "make the first token: users token new --name NAME --role view",
        EntryFileJson.Default.EntryDocumentAccessToken,
        token => (token.Name, token.FindFault()));
}

/// <summary>Source-generated reader and writer of the files. A member that is not known is refused.</summary>
[JsonSourceGenerationOptions(
    PropertyNamingPolicy = JsonKnownNamingPolicy.CamelCase,
    UseStringEnumConverter = true,
    UnmappedMemberHandling = JsonUnmappedMemberHandling.Disallow,
    RespectNullableAnnotations = true,
    RespectRequiredConstructorParameters = true,
    WriteIndented = true)]
[JsonSerializable(typeof(EntryDocument<Account>))]
[JsonSerializable(typeof(EntryDocument<AccessToken>))]
internal sealed partial class EntryFileJson : JsonSerializerContext;
