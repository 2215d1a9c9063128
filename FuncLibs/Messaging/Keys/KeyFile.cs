using System.Diagnostics.CodeAnalysis;
using System.Globalization;
using System.Text;
using FuncLibs.Messaging.Wire.Control;
using FuncLibs.Runtime.Diagnostics;
using FuncLibs.Runtime.Files;

namespace FuncLibs.Messaging.Keys;

/// <summary>
/// A key file: UTF-8, a line for each member, empty lines and lines that begin with # are left out:
/// <code>
///   name: office1                      1 to 64 of a-z A-Z 0-9 _ - .
///   created: 2026-11-25T08:00:00Z      optional
///   rights: live replay status         only in a folder of allowed peers; without the line all three
///   public: 40 characters of Z85
///   secret: 40 characters of Z85       only in the owner's file (NAME.key, mode 600)
/// </code>
/// </summary>
public sealed record KeyFile
{
    /// <summary>Ending of a file with a secret key.</summary>
    public const string SecretEnding = ".key";

    /// <summary>Ending of a file without.</summary>
    public const string PublicEnding = ".pub";

    /// <summary>Longest file that is read, in bytes.</summary>
    public const int MaxBytes = 4096;

    /// <summary>Whose key it is.</summary>
    public required string Name { get; init; }

    /// <summary>The key that others know.</summary>
    public required CurveKey Public { get; init; }

    /// <summary>The key that only its owner knows; null in a file for others.</summary>
    public CurveKey? Secret { get; init; }

    /// <summary>When it was made; null when the file does not say.</summary>
    public DateTimeOffset? Created { get; init; }

    /// <summary>What the owner of the key may do, in a folder of allowed peers.</summary>
    public AccessRights Rights { get; init; } = AccessRights.All;

    /// <summary>Why a name cannot be that of a key, after the name; null when it can.</summary>
    public static string? FindNameFault(string name)
    {
        bool known = name.Length is > 0 and <= ConsumerName.MaxLength
            && name.All(static c => char.IsAsciiLetterOrDigit(c) || c is '_' or '-' or '.') && name[0] != '.';
        return known
            ? null
            : $"is no name of a key; allowed are 1 to {ConsumerName.MaxLength} of a-z A-Z 0-9 _ - . "
                + "that do not begin with a dot";
    }

    /// <summary>Reads a file for others, or the public part of an owner's file.</summary>
    /// <param name="path">The file.</param>
    /// <param name="key">What it says; null when there is a fault.</param>
    /// <param name="fault">What is wrong, in one line with the path.</param>
    public static bool TryRead(string path, [NotNullWhen(true)] out KeyFile? key, out string? fault)
    {
        key = null;
        if (!TryReadText(path, out string? text, out fault))
            return false;
        if (TryParse(text, out key, out string? reason))
            return true;
        fault = $"key file {path} {reason}";
        return false;
    }

    /// <summary>Reads an owner's file: its secret key must be there, and nobody else may read it.</summary>
    /// <param name="path">The file.</param>
    /// <param name="key">What it says, with its secret key; null when there is a fault.</param>
    /// <param name="fault">What is wrong, in one line with the path and what to do.</param>
    public static bool TryReadOwn(string path, [NotNullWhen(true)] out KeyFile? key, out string? fault)
    {
        if (!TryRead(path, out key, out fault))
            return false;
        if (key.Secret is null)
            fault = $"key file {path} has no secret key; name the file that ends in {SecretEnding}";
        else if (OwnerOnlyFile.FindModeFault(path) is { } mode)
            fault = $"key file {path} {mode}";
        if (fault is not null)
            key = null;
        return key is not null;
    }

    /// <summary>Parses the text of a key file.</summary>
    /// <param name="text">The text.</param>
    /// <param name="key">What it says; null when there is a fault.</param>
    /// <param name="fault">What is wrong, after the name of the file.</param>
    public static bool TryParse(string text, [NotNullWhen(true)] out KeyFile? key, out string? fault)
    {
        key = null;
        Dictionary<string, string> members = new(StringComparer.Ordinal);
        int number = 0;
        foreach (string raw in text.Split('\n'))
        {
            number++;
            string line = raw.Trim();
            if (line.Length == 0 || line[0] == '#')
                continue;
            int colon = line.IndexOf(": ", StringComparison.Ordinal);
            fault = colon < 0
                ? "is not `member: value`"
                : FindMemberFault(members, line[..colon], line[(colon + 2)..].Trim());
            if (fault is null)
                continue;
            fault = string.Create(CultureInfo.InvariantCulture, $"line {number} {fault}");
            return false;
        }

        return TryCreate(members, out key, out fault);
    }

    /// <summary>Makes an owner's file (mode 600) and a file for others beside it.</summary>
    /// <param name="folder">Where; created when it is missing, for its owner only.</param>
    /// <returns>The path of the owner's file.</returns>
    /// <exception cref="IOException">One of the files is there already, the disk is full, and the like.</exception>
    /// <exception cref="UnauthorizedAccessException">No right to write there.</exception>
    public string WriteNew(string folder)
    {
        if (OperatingSystem.IsWindows())
            Directory.CreateDirectory(folder);
        else
            Directory.CreateDirectory(
                folder, UnixFileMode.UserRead | UnixFileMode.UserWrite | UnixFileMode.UserExecute);
        string own = Path.Combine(folder, Name + SecretEnding);
        string forOthers = Path.Combine(folder, Name + PublicEnding);
        if (File.Exists(forOthers))
            throw new IOException($"{forOthers} is there already, and a key is never replaced: choose another name");
        Write(own, ToString(), isSecret: true);
        try
        {
            Write(forOthers, (this with { Secret = null }).ToString(), isSecret: false);
        }
        catch
        {
            File.Delete(own);
            throw;
        }

        return own;
    }

    /// <summary>The text of the file, with the secret key where there is one.</summary>
    public override string ToString()
    {
        var text = new StringBuilder();
        text.Append(Secret is null
            ? "# Telemetry: the public key of a connector or monitor.\n"
            : "# Telemetry: a secret key. Only its owner may read this file; give others the .pub file.\n");
        text.Append(CultureInfo.InvariantCulture, $"name: {Name}\n");
        if (Created is { } created)
            text.Append(CultureInfo.InvariantCulture, $"created: {created.UtcDateTime:yyyy-MM-ddTHH:mm:ssZ}\n");

        // Before the key: a file that was cut off has no key rather than more rights.
        if (Secret is null && Rights != AccessRights.All)
            text.Append(CultureInfo.InvariantCulture, $"rights: {AccessRightsText.ToText(Rights)}\n");
        text.Append(CultureInfo.InvariantCulture, $"public: {Public}\n");
        if (Secret is not null)
            text.Append(CultureInfo.InvariantCulture, $"secret: {Secret}\n");
        return text.ToString();
    }

    private static void Write(string path, string text, bool isSecret)
    {
        using FileStream file =
            isSecret ? OwnerOnlyFile.Create(path) : new FileStream(path, FileMode.CreateNew, FileAccess.Write);
        try
        {
            file.Write(Encoding.UTF8.GetBytes(text));
            file.Flush(flushToDisk: true);
        }
        catch
        {
            File.Delete(path);
            throw;
        }
    }

    private static bool TryReadText(string path, [NotNullWhen(true)] out string? text, out string? fault)
    {
        text = null;
        fault = null;
        try
        {
            // A pipe or a device has no length: to open or to read it could last for ever.
            var named = new FileInfo(path);
            if (named.ResolveLinkTarget(returnFinalTarget: true) is FileInfo target)
                named = target;
            if (named is { Exists: true, Length: 0 })
            {
                fault = $"key file {path} is empty, or no plain file";
                return false;
            }

            using FileStream file = File.OpenRead(path);
            var bytes = new byte[MaxBytes + 1];
            int length = file.ReadAtLeast(bytes, bytes.Length, throwOnEndOfStream: false);
            if (length > MaxBytes)
            {
                fault = $"key file {path} has {file.Length} bytes; a key file has at most {MaxBytes}";
                return false;
            }

            text = Encoding.UTF8.GetString(bytes, 0, length);
            return true;
        }
        catch (Exception e) when (e is FileNotFoundException or DirectoryNotFoundException)
        {
            fault = $"key file {path} is missing; make one with `keys new --name NAME --out FOLDER`";
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            fault = $"key file {path} cannot be read: {OneLine.Format(e)}";
        }

        return false;
    }

    private static string? FindMemberFault(Dictionary<string, string> members, string name, string value)
    {
        if (name is not ("name" or "created" or "public" or "secret" or "rights"))
            return $"has the member '{OneLine.Format(name)}'; known are name, created, public, secret, rights";
        return members.TryAdd(name, value) ? null : $"has a second member '{name}'";
    }

    private static bool TryCreate(
        Dictionary<string, string> members, [NotNullWhen(true)] out KeyFile? key, out string? fault)
    {
        key = null;
        fault = null;
        CurveKey? own = null;
        CurveKey? secret = null;
        AccessRights rights = AccessRights.All;
        DateTimeOffset created = default;
        if (!members.TryGetValue("name", out string? name) || !members.TryGetValue("public", out string? known))
            fault = "is cut off or incomplete: it needs the members name and public";
        else if (FindNameFault(name) is { } nameFault)
            fault = $"has the name '{OneLine.Format(name)}', which {nameFault}";
        else if (!CurveKey.TryParse(known, out own, out string? keyFault))
            fault = $"has a public key that {keyFault}";
        else if (members.TryGetValue("secret", out string? text) && !CurveKey.TryParse(text, out secret, out keyFault))
            fault = $"has a secret key that {keyFault}";
        else if (members.TryGetValue("rights", out text) && !AccessRightsText.TryParse(text, out rights, out keyFault))
            fault = $"has rights that {keyFault}";
        else if (members.TryGetValue("created", out text)
            && !DateTimeOffset.TryParse(
                text, CultureInfo.InvariantCulture, DateTimeStyles.AssumeUniversal, out created))
            fault = $"was created at '{OneLine.Format(text)}', which is no UTC time";
        if (fault is not null)
            return false;
        key = new KeyFile
        {
            Name = name!,
            Public = own!,
            Secret = secret,
            Rights = rights,
            Created = created == default ? null : created,
        };
        return true;
    }
}
