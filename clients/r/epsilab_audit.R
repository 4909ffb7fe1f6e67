# Answers Epsilab's requests for draws of a mechanism; nothing but base R is needed.
#
#     source("epsilab_audit.R")
#
#     serve(function(value, draws) {   # an input, and how many outputs; set.seed has been called
#       outputs
#     })
#
# Outputs are a vector of numbers, texts or logicals, a matrix (a row is an output) or a list, whose elements are outputs. An output is
# a finite number, a text, TRUE or FALSE, or a vector or a list of such. Input that is a list of numbers comes as a vector.
# What the program prints goes to standard error. The protocol is in docs/programs.md of Epsilab.

sink(stderr()) # what is printed for people is no answer

serve <- function(release) {
  questions <- file("stdin", open = "r")
  send <- function(text) {
    sink()
    cat(text, "\n", sep = "")
    flush(stdout())
    sink(stderr())
  }
  repeat {
    line <- readLines(questions, n = 1, warn = FALSE)
    if (length(line) == 0) break
    request <- epsilab_parse(line)
    text <- tryCatch({
      set.seed(request$seed)
      outputs <- epsilab_list(release(request$input, request$draws))
      end <- if (length(outputs) < request$draws) ',"end":true' else ""
      parts <- paste(outputs, collapse = ",")
      paste0('{"outputs":[', parts, "]", end, ',"versions":{"R":', epsilab_text(R.version.string), "}}")
    }, error = function(problem) paste0('{"error":', epsilab_text(conditionMessage(problem)), "}"))
    send(text)
  }
}

# Each output as JSON.
epsilab_list <- function(outputs) {
  if (is.matrix(outputs)) return(apply(outputs, 1, function(row) epsilab_json(row, TRUE)))
  if (is.list(outputs)) return(vapply(outputs, epsilab_json, ""))
  if (is.numeric(outputs)) return(epsilab_numbers(outputs))
  vapply(outputs, epsilab_json, "", USE.NAMES = FALSE)
}

epsilab_numbers <- function(values) {
  if (!all(is.finite(values))) stop("an output is not finite")
  sprintf("%.17g", values)
}

epsilab_json <- function(value, is_list = FALSE) {
  if (is.list(value)) {
    parts <- vapply(value, epsilab_json, "")
    if (is.null(names(value))) return(paste0("[", paste(parts, collapse = ","), "]"))
    texts <- vapply(names(value), epsilab_text, "")
    return(paste0("{", paste0(texts, ":", parts, collapse = ","), "}"))
  }
  if (is.factor(value)) value <- as.character(value)
  if (anyNA(value) || length(value) == 0) stop("an output must be a finite number, a text, TRUE or FALSE, or a list of such")
  parts <- if (is.numeric(value)) epsilab_numbers(value)
    else if (is.logical(value)) ifelse(value, "true", "false")
    else vapply(as.character(value), epsilab_text, "", USE.NAMES = FALSE)
  if (length(parts) == 1 && !is_list) parts else paste0("[", paste(parts, collapse = ","), "]")
}

epsilab_text <- function(text) {
  for (pair in list(c("\\", "\\\\"), c("\"", "\\\""), c("\n", "\\n"), c("\r", "\\r"), c("\t", "\\t"))) {
    text <- gsub(pair[1], pair[2], text, fixed = TRUE)
  }
  paste0("\"", text, "\"")
}

# A line of JSON: numbers, texts, true, false, null, lists (vectors, where all are of one kind) and objects (named lists).
epsilab_parse <- function(text) {
  letters <- strsplit(text, "")[[1]]
  at <- 1
  skip <- function() while (at <= length(letters) && letters[at] %in% c(" ", "\t", "\n", "\r")) at <<- at + 1
  string <- function() {
    begin <- at
    at <<- at + 1
    while (letters[at] != "\"") at <<- at + (if (letters[at] == "\\") 2 else 1)
    at <<- at + 1
    inner <- paste(letters[begin:(at - 1)], collapse = "")
    eval(parse(text = gsub("\\/", "/", inner, fixed = TRUE))) # R reads the escapes of JSON
  }
  several <- function(close, read) {
    at <<- at + 1
    parts <- list()
    skip()
    while (letters[at] != close) {
      parts <- read(parts)
      skip()
      if (letters[at] == ",") at <<- at + 1
      skip()
    }
    at <<- at + 1
    parts
  }
  value <- function() {
    skip()
    first <- letters[at]
    if (first == "\"") return(string())
    if (first == "{") return(several("}", function(parts) {
      name <- string()
      skip()
      at <<- at + 1
      parts[[name]] <- value()
      parts
    }))
    if (first == "[") {
      parts <- several("]", function(parts) c(parts, list(value())))
      is_plain <- all(vapply(parts, function(part) is.atomic(part) && length(part) == 1, NA))
      is_one_kind <- length(unique(vapply(parts, class, ""))) == 1
      return(if (length(parts) > 0 && is_plain && is_one_kind) unlist(parts) else parts)
    }
    begin <- at
    while (at <= length(letters) && !(letters[at] %in% c(",", "]", "}", " "))) at <<- at + 1
    word <- paste(letters[begin:(at - 1)], collapse = "")
    switch(word, true = TRUE, false = FALSE, null = NULL, as.numeric(word))
  }
  value()
}
