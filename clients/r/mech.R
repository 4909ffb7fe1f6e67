source("epsilab_audit.R")

EPSILON <- 1

# The input and Laplace noise for a sensitivity of 1.
serve(function(value, draws) {
  value + (rexp(draws) - rexp(draws)) / EPSILON
})
