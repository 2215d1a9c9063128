using System.Collections.Immutable;
using System.Net.Http.Headers;
using System.Reflection;
using System.Text.RegularExpressions;
using FuncLibs.Blocks;
using FuncLibs.Blocks.Serialization;
using FuncLibs.Blocks.Serialization.BuiltIn;
using FuncLibs.Runtime.Diagnostics;

namespace FuncLibs.Hosting.Formats;

/// <summary>
/// Formats from assemblies of others. An assembly stays loaded until the process ends, and so do its formats: they
/// belong to the process. Any thread.
/// </summary>
/// <remarks>
/// A format of a plug-in is a public class with a constructor without parameters that implements
/// <see cref="IBlockSerializer"/>. Its content id is <see cref="FirstContentId"/> or more; the smaller ones are those
/// of docs/wire-format.md. Its code has every right of the process.
/// </remarks>
public static partial class PlugInFormats
{
    /// <summary>The smallest content id of a plug-in; 255 is the largest.</summary>
    public const byte FirstContentId = 32;

    private static readonly Lock Gate = new();
    private static ImmutableDictionary<string, PlugIn> _loaded =
        ImmutableDictionary.Create<string, PlugIn>(StringComparer.Ordinal);

    /// <summary>A registry of the built-in formats and of those of all plug-ins that were loaded.</summary>
    /// <param name="limits">What a document of a built-in format may hold; the wire's limits when left out.</param>
    public static SerializerRegistry CreateRegistry(BlockLimits? limits = null)
    {
        SerializerRegistry registry = BuiltInSerializers.CreateRegistry(limits);
        foreach (Func<IBlockSerializer> factory in _loaded.Values.SelectMany(plugIn => plugIn.Factories))
            registry.Add(factory);
        return registry;
    }

    /// <summary>Loads an assembly and adds its formats; once, however often it is asked for.</summary>
    /// <param name="path">The assembly.</param>
    /// <returns>Why it cannot be used, in one line; null when its formats are there.</returns>
    public static string? Load(string path)
    {
        string file = Path.GetFullPath(path);
        lock (Gate)
        {
            if (_loaded.ContainsKey(file))
                return null;
            if (!File.Exists(file))
                return $"there is no file {file}";
            try
            {
                string? fault = Read(file, out PlugIn plugIn);
                if (fault is null)
                    _loaded = _loaded.Add(file, plugIn);
                return fault;
            }
            catch (Exception e) when (e is not AccessViolationException)
            {
                // Code of others: whatever it throws, the message names the file.
                Exception cause = e is TargetInvocationException { InnerException: { } inner } ? inner : e;
                return $"{file} cannot be loaded: {OneLine.Format(cause)}";
            }
        }
    }

    private static string? Read(string file, out PlugIn plugIn)
    {
        List<Func<IBlockSerializer>> factories = [];
        plugIn = new PlugIn([]);
        SerializerRegistry known = CreateRegistry();
        foreach (Type type in new PlugInContext(file).LoadFromAssemblyPath(file).GetExportedTypes().Where(IsFormat))
        {
            IBlockSerializer sample = (IBlockSerializer)Activator.CreateInstance(type)!;
            (byte id, string name, string contentType) = (sample.ContentId, sample.Name, sample.ContentType);
            if (FaultOf(id, name, contentType, known) is { } fault)
                return $"{type.FullName} in {file}: {fault}";
            Func<IBlockSerializer> factory = () => new GuardedFormat(
                (IBlockSerializer)Activator.CreateInstance(type)!, id, name, contentType);
            known.Add(factory);
            factories.Add(factory);
        }

        plugIn = new PlugIn([.. factories]);
        return factories.Count > 0 ? null
            : $"{file} has no public class with a constructor without parameters that implements IBlockSerializer of "
                + $"this version of {typeof(IBlockSerializer).Assembly.GetName().Name}";
    }

    private static bool IsFormat(Type type) => typeof(IBlockSerializer).IsAssignableFrom(type)
        && type is { IsAbstract: false, ContainsGenericParameters: false } && type.GetConstructor([]) is not null;

    private static string? FaultOf(byte contentId, string? name, string? contentType, SerializerRegistry known) =>
        contentId < FirstContentId
            ? $"content id {contentId} is not for plug-ins; use {FirstContentId} to {byte.MaxValue}"
        : known.NameOf(contentId) is { } taken ? $"content id {contentId} is that of {taken}"
        : name is null || !Name().IsMatch(name)
            ? $"'{name}' is no name; use 1 to 32 of a-z 0-9 -"
        : known.Names.Contains(name) ? $"there is a format {name} already"
        : !MediaTypeHeaderValue.TryParse(contentType, out _)
            ? $"'{contentType}' is no content type; use one as application/x-{name}"
        : known.CreateByContentType(contentType!) is { } same
            ? $"content type {contentType} is that of {same.Name}"
        : null;

    [GeneratedRegex("^[a-z0-9-]{1,32}\\z")]
    private static partial Regex Name();

    private sealed record PlugIn(ImmutableArray<Func<IBlockSerializer>> Factories);
}
