using FuncLibs.Messaging.Keys;
using FuncLibs.Messaging.Transport.ZeroMq;

namespace Integration.Security;

/// <summary>Key files of a connector and its monitors, made without a process.</summary>
internal sealed class KeyFolder(string path)
{
    /// <summary>A new pair of keys.</summary>
    public static KeyFile Create(string name)
    {
        CurveKeys.TryCreate(out CurveKey? known, out CurveKey? secret).ShouldBeTrue();
        return new KeyFile { Name = name, Public = known, Secret = secret };
    }

    public string OwnFile(string name) => Path.Combine(path, name + KeyFile.SecretEnding);

    public string PublicFile(string name) => Path.Combine(path, name + KeyFile.PublicEnding);

    /// <summary>The public keys that may connect.</summary>
    public string AllowedFolder => Path.Combine(path, "allowed");

    /// <summary>Writes the files of new keys.</summary>
    public KeyFolder Make(params IEnumerable<string> names)
    {
        Directory.CreateDirectory(path);
        foreach (string name in names)
            Create(name).WriteNew(path);
        return this;
    }

    /// <summary>A key may connect from now on.</summary>
    public void Allow(string name)
    {
        Directory.CreateDirectory(AllowedFolder);
        File.Copy(PublicFile(name), AllowedFile(name), overwrite: true);
    }

    /// <summary>A key may not connect any more.</summary>
    public void Revoke(string name) => File.Delete(AllowedFile(name));

    private string AllowedFile(string name) => Path.Combine(AllowedFolder, name + KeyFile.PublicEnding);
}
