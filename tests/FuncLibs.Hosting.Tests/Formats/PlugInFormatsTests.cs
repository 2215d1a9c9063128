using System.Reflection;
using System.Reflection.Emit;
using FuncLibs.Blocks;
using FuncLibs.Blocks.Serialization;
using FuncLibs.Blocks.Serialization.BuiltIn;
using FuncLibs.Hosting.Formats;
using FuncLibs.Messaging.Publishing;
using TestFormats;
using Testing;

namespace FuncLibs.Hosting.Tests.Formats;

public sealed class PlugInFormatsTests : IDisposable
{
    private static readonly string PlugIn = Path.Combine(AppContext.BaseDirectory, "TestFormats.dll");
    private readonly TemporaryFolder _folder = new();

    public void Dispose() => _folder.Dispose();

    [Fact]
    public void Load_AssemblyWithFormats_AddsThemToRegistriesOfTheProcess()
    {
        PlugInFormats.Load(PlugIn).ShouldBeNull();

        SerializerRegistry registry = PlugInFormats.CreateRegistry();
        IBlockSerializer format = registry.Create("good").ShouldNotBeNull();
        (format.ContentId, registry.NameOf(200)).ShouldBe(((byte)200, "good"));
        registry.CreateSet().Supports(200).ShouldBeTrue();
        BuiltInSerializers.CreateRegistry().Create("good").ShouldBeNull();
    }

    [Fact]
    public void Load_Format_GivesBlocksBack()
    {
        PlugInFormats.Load(PlugIn).ShouldBeNull();
        CDataBlock block = ReferenceBlocks.Create(ReferenceBlocks.Mixed);
        PayloadBuffer payload = new();
        CDataBlock back = new(BlockLayout.Empty);

        PlugInFormats.CreateRegistry().Create("good")!.Serialize(block, payload);

        PlugInFormats.CreateRegistry().CreateSet().Deserialize(200, payload.Written, back).IsOk.ShouldBeTrue();
        BlockEquality.Difference(block, back).ShouldBeNull();
    }

    [Fact]
    public void Deserialize_PlugInThatThrows_IsAnOutcome()
    {
        PlugInFormats.Load(PlugIn).ShouldBeNull();
        CDataBlock target = new(BlockLayout.Empty) { IsValid = true };

        DecodeOutcome outcome = PlugInFormats.CreateRegistry().CreateSet().Deserialize(208, [1], target);

        (outcome.IsOk, target.IsValid).ShouldBe((false, false));
        outcome.ToString().ShouldBe("unreadable: Malformed at byte 0, block: expected a payload that the plug-in can "
            + "read, found one on which it threw NotSupportedException");
    }

    [Fact]
    public void Load_Twice_AddsThemOnce()
    {
        PlugInFormats.Load(PlugIn).ShouldBeNull();
        int formats = PlugInFormats.CreateRegistry().Names.Count();

        PlugInFormats.Load(PlugIn).ShouldBeNull();

        PlugInFormats.CreateRegistry().Names.Count().ShouldBe(formats);
    }

    [Fact]
    public void Load_IdsOfAnotherPlugIn_AreNamed()
    {
        PlugInFormats.Load(PlugIn).ShouldBeNull();
        string copy = _folder.File("Copy.dll");
        File.Copy(PlugIn, copy);

        PlugInFormats.Load(copy).ShouldNotBeNull().ShouldContain("content id 200 is that of good");
    }

    [Fact]
    public void Load_NoFile_IsNamed() =>
        PlugInFormats.Load(_folder.File("none.dll")).ShouldBe($"there is no file {_folder.File("none.dll")}");

    [Fact]
    public void Load_NoAssembly_IsNamed()
    {
        string text = _folder.File("text.dll");
        File.WriteAllText(text, "a text");

        PlugInFormats.Load(text).ShouldNotBeNull().ShouldStartWith($"{text} cannot be loaded: ");
    }

    [Fact]
    public void Load_FormatWhoseConstructorThrows_IsNamedWithItsReason()
    {
        string file = _folder.File("Unlucky.dll");
        EmitFormatThatThrows(file, "no licence");

        PlugInFormats.Load(file).ShouldBe($"{file} cannot be loaded: no licence");
    }

    [Fact]
    public void Load_AssemblyWithoutFormats_SaysWhatIsMissing() =>
        PlugInFormats.Load(Path.Combine(AppContext.BaseDirectory, "Testing.dll")).ShouldNotBeNull()
            .ShouldContain("has no public class with a constructor without parameters");

    private static void EmitFormatThatThrows(string file, string message)
    {
        PersistedAssemblyBuilder assembly = new(new AssemblyName("Unlucky"), typeof(object).Assembly);
        TypeBuilder type = assembly.DefineDynamicModule("Unlucky")
            .DefineType("UnluckyFormat", TypeAttributes.Public, typeof(PlugInFormat));
        ILGenerator code = type
            .DefineConstructor(MethodAttributes.Public, CallingConventions.Standard, Type.EmptyTypes).GetILGenerator();
        code.Emit(OpCodes.Ldstr, message);
        code.Emit(OpCodes.Newobj, typeof(InvalidOperationException).GetConstructor([typeof(string)])!);
        code.Emit(OpCodes.Throw);
        type.CreateType();
        assembly.Save(file);
    }
}
